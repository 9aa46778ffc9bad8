/**
 * Contract of a kernel. A kernel is data: its mapping, origin, source, tuning parameters, needs of a device,
 * and the function that prepares a plan. Adding a kernel takes one folder and one line in the list of its
 * operation.
 *
 * @module
 */
import { MissingError, UsageError } from "../platform/errors.ts";
import type { Device, DeviceBackend, DeviceLimits } from "../hardware/device.ts";
import type { NumberFormat } from "../hardware/number_format.ts";
import type { WasmDevice } from "../hardware/cpu/device.ts";
import type { X86Device } from "../hardware/cpu/x86/device.ts";
import type { LaunchedSums } from "../hardware/tuning.ts";
import type { WebGpuDevice } from "../hardware/webgpu/device.ts";
import type { CodePhases } from "./machine_code/code_phases.ts";
import type { RowWork } from "./plans/row_work.ts";

/** Device type of each backend. */
export interface DeviceOf {
  /** Device of CPU threads that runs machine code, too. */
  readonly x86: X86Device;
  /** Device of CPU threads. */
  readonly wasm: WasmDevice;
  /** Graphics adapter, hardware or software. */
  readonly webgpu: WebGpuDevice;
}

/** Tuning parameter of a kernel. */
export interface Parameter {
  /** Effect of the parameter, in one sentence. */
  readonly meaning: string;
  /** Value used when none is given. */
  readonly default: number;
  /** Smallest and largest allowed values. */
  readonly range: readonly [min: number, max: number];
  /** Whether values between whole numbers are allowed, too; a count, as when absent, has none. */
  readonly continuous?: boolean;
}

/** Values of a kernel's parameters, by name. */
export type ParameterValues = Readonly<Record<string, number>>;

/**
 * Requirements of one execution on a device, compared with the device's limits before anything is allocated.
 */
export interface Needs {
  /** Bytes of workgroup memory; the WebGPU runtime does not check them. */
  readonly workgroupBytes: number;
  /** Invocations of one workgroup. */
  readonly workgroupInvocations: number;
  /** Storage buffers that one dispatch binds. */
  readonly storageBindings: number;
  /** Whether lanes exchange numbers within subgroups, of any size; not when absent. */
  readonly subgroups?: boolean;
}

/** Result of preparing a kernel: work that can be encoded any number of times. */
export interface Plan {
  /**
   * Encodes one execution, including the zeroing of the output, without allocation, compilation or copies.
   */
  run(): void;
  /** Frees the memory that `prepare` allocated; the operands stay allocated. */
  destroy(): void;
  /** The same work by rows, where it can be interleaved with that of other plans (machine code). */
  readonly rowWork?: RowWork;
  /** Facts about the preparation that results record: groups, tiles, dispatches, bytes. */
  readonly facts?: Readonly<Record<string, number>>;
}

/** Operands of a kernel on a backend; those of machine code lie in the same arena as those of WebAssembly. */
export type OperandsOn<B extends DeviceBackend, OperandsOf extends { wasm: unknown; webgpu: unknown }> =
  OperandsOf[B extends "webgpu" ? "webgpu" : "wasm"];

/** Paper and section that a kernel comes from; paper `own` for kernels of this project. */
export interface KernelOrigin {
  /** Id of the paper. */
  readonly paper: string;
  /** Section, equation or algorithm; empty for `own`. */
  readonly section: string;
}

const OWN: KernelOrigin = { paper: "own", section: "" };

/** Properties that a kernel has on every backend. */
export interface KernelIdentity {
  /** Name within the operation, by work mapping: `row-split`. */
  readonly id: string;
  /** Source of the method; this project when absent. */
  readonly origin?: KernelOrigin;
  /** Assignment of work to invocations or threads, in one sentence; by backend where backends differ. */
  readonly mapping: string | Readonly<Partial<Record<DeviceBackend, string>>>;
  /** As {@linkcode KernelOn.features}. */
  readonly features?: NumberFormat;
}

/** Implementation of an operation on one backend. */
export interface KernelOn<B extends DeviceBackend, OperandsOf extends { wasm: unknown; webgpu: unknown }> {
  /**
   * Name within the operation, by work mapping: `row-split`. The same on every backend that has the kernel.
   */
  readonly id: string;
  /** Backend on whose devices the kernel can be prepared. */
  readonly backend: B;
  /** Source of the method. */
  readonly origin: KernelOrigin;
  /** Assignment of work to invocations or threads, in one sentence. */
  readonly mapping: string;
  /**
   * Format in which the kernel reads the dense inputs; float32 when absent. They are staged in it, its result
   * is checked for the rounded inputs, and its rows state the error that the rounding makes.
   */
  readonly features?: NumberFormat;
  /** Text whose change invalidates results: the `.wgsl` source, or the digest of the `.wasm` module. */
  readonly source: string;
  /** Machine code that the kernel emits, by phase, for listings; absent on other backends. */
  readonly phases?: CodePhases;
  /** Tuning parameters by name; empty where there are none. */
  readonly parameters: Readonly<Record<string, Parameter>>;
  /**
   * Work by which a device's tuned numbers are looked up: they are the parameters' values where none is
   * given. Absent where `tune` chooses none of them.
   */
  tunedBy?(operands: OperandsOn<B, OperandsOf>): LaunchedSums;
  /** Requirements on a device for given parameters and feature width. */
  needs(parameters: ParameterValues, width: number): Needs;
  /**
   * Prepares a plan: re-blocks or groups the matrix, compiles pipelines. Timed separately as `prepare_ms`.
   *
   * An operation's `stage` has checked the indices of its matrices. Operands that are made without it need
   * matrices that pass `assertCsr`: of others only machine code refuses each, and WebAssembly and GPUs would
   * compute with other memory. Not checked here, since mini-batches on a GPU are prepared on stand-ins of
   * matrices that only the device has.
   */
  prepare(
    device: DeviceOf[B],
    operands: OperandsOn<B, OperandsOf>,
    parameters: ParameterValues,
  ): Plan | Promise<Plan>;
}

/** Members of a kernel that one backend adds to its identity. */
export interface KernelImplementation<
  B extends DeviceBackend,
  OperandsOf extends { wasm: unknown; webgpu: unknown },
> extends
  Pick<KernelOn<B, OperandsOf>, "prepare">,
  Partial<Pick<KernelOn<B, OperandsOf>, "parameters" | "needs" | "phases" | "tunedBy">> {
  /** As {@linkcode KernelOn.source}, or a function that is called when the text is first asked for. */
  readonly source: string | (() => string);
}

/** Needs of a kernel that takes a device of any limits. */
const NO_NEEDS: Needs = { workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 0 };

/**
 * Kernel on one backend. Without `parameters` it has none, and without `needs` it takes any device.
 *
 * @throws {UsageError} where the identity says no mapping for the backend.
 */
export function kernelOn<B extends DeviceBackend, OperandsOf extends { wasm: unknown; webgpu: unknown }>(
  backend: B,
  { id, origin = OWN, mapping, features }: KernelIdentity,
  implementation: KernelImplementation<B, OperandsOf>,
): KernelOn<B, OperandsOf> {
  const said = typeof mapping === "string" ? mapping : mapping[backend];
  if (said === undefined) {
    throw new UsageError({
      action: `define kernel "${id}@${backend}"`,
      current: "no mapping for this backend",
      wanted: "one sentence that says how work is assigned",
      next: `add "${backend}" to the mapping in the kernel's kernel.ts`,
    });
  }
  const { source, ...rest } = implementation;
  let text = typeof source === "string" ? source : undefined;
  return {
    parameters: {},
    needs: () => NO_NEEDS,
    ...rest,
    id,
    backend,
    origin,
    mapping: said,
    ...(features && { features }),
    get source() {
      return text ??= (source as () => string)();
    },
  };
}

/** Implementation of an operation on any backend. */
export type Kernel<OperandsOf extends { wasm: unknown; webgpu: unknown }> =
  | KernelOn<"wasm", OperandsOf>
  | KernelOn<"x86", OperandsOf>
  | KernelOn<"webgpu", OperandsOf>;

/**
 * Full name of a kernel within its operation, such as `row-split@wasm`.
 * @example
 * ```ts
 * import { findKernel, kernelName } from "gnn-repro";
 * const name = kernelName(findKernel("spmm", "row-split", "wasm"));
 * if (!name.startsWith("row-split")) throw new Error("the id comes first");
 * ```
 */
export function kernelName(kernel: { readonly id: string; readonly backend: DeviceBackend }): string {
  return `${kernel.id}@${kernel.backend}`;
}

/**
 * Parameters of a kernel with defaults filled in.
 *
 * @throws {UsageError} for an unknown name, a value out of range, or a fraction of what is counted.
 */
export function resolveParameters(
  kernel: { readonly id: string; readonly parameters: Readonly<Record<string, Parameter>> },
  given: ParameterValues = {},
): ParameterValues {
  const known = Object.keys(kernel.parameters);
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) {
      throw new UsageError({
        action: `set parameter "${name}" of kernel "${kernel.id}"`,
        current: "no such parameter",
        wanted: known.length > 0 ? `one of ${known.join(", ")}` : "none: it has no parameters",
        next: `run "describe ${kernel.id}" for their meaning`,
      });
    }
  }
  const values: Record<string, number> = {};
  for (const [name, { default: standard, range, continuous }] of Object.entries(kernel.parameters)) {
    const value = given[name] ?? standard, [min, max] = range;
    if (!(value >= min && value <= max && (continuous || Number.isInteger(value)))) {
      throw new UsageError({
        action: `set parameter "${name}" of kernel "${kernel.id}"`,
        current: `${value}`,
        wanted: `a ${continuous ? "" : "whole "}number from ${min} to ${max}`,
        next: `leave it out for its default ${standard}`,
      });
    }
    values[name] = value;
  }
  return values;
}

/** Reason why a device with these limits cannot run a kernel, or `undefined` if it can. */
function unmetNeed(needs: Needs, limits: DeviceLimits): string | undefined {
  const rows: readonly [string, number, number][] = [
    ["bytes of workgroup memory", needs.workgroupBytes, limits.workgroupBytes],
    ["invocations a workgroup", needs.workgroupInvocations, limits.workgroupInvocations],
    ["storage bindings", needs.storageBindings, limits.storageBindings],
  ];
  for (const [what, needed, limit] of rows) {
    if (needed > limit) return `needs ${needed} ${what}, the device has ${limit}`;
  }
  if (needs.subgroups && limits.subgroups === undefined) return "needs subgroups, the device has none";
  return undefined;
}

/**
 * Prepares a kernel on a device of its backend.
 *
 * @throws {MissingError} where the device is of another backend or lacks what the kernel needs.
 */
export async function prepareKernel<OperandsOf extends { wasm: unknown; webgpu: unknown }>(
  kernel: Kernel<OperandsOf>,
  device: Device,
  operands: OperandsOf["wasm"] | OperandsOf["webgpu"],
  width: number,
  { parameters: given = {}, operation }: {
    /** Values that take the place of tuned ones and of defaults. */
    readonly parameters?: ParameterValues | undefined;
    /** Id of the operation, which errors name with the kernel: ids of kernels repeat between operations. */
    readonly operation?: string;
  } = {},
): Promise<Plan> {
  const name = operation === undefined ? kernelName(kernel) : `${operation}/${kernelName(kernel)}`;
  // As below, the operands are those of the kernel's backend.
  const tunedBy = kernel.tunedBy as ((operands: unknown) => LaunchedSums) | undefined;
  const tuned = device.tuning && tunedBy ? device.tuning.launch(tunedBy(operands)) : {};
  const parameters = resolveParameters({ id: name, parameters: kernel.parameters }, { ...tuned, ...given });
  const runs = kernel.backend === device.backend || (kernel.backend === "wasm" && device.backend === "x86");
  const unmet = !runs
    ? `the device is ${device.backend}`
    : unmetNeed(kernel.needs(parameters, width), device.limits);
  if (unmet !== undefined) {
    throw new MissingError({
      action: `prepare kernel "${name}"`,
      current: unmet,
      wanted: `a ${kernel.backend} device that meets its needs`,
      next: `see "doctor" for what this machine can run`,
    });
  }
  // The discriminant was compared above; TypeScript cannot carry that over to `device` and `operands`.
  const prepare = kernel.prepare as (
    device: Device,
    operands: unknown,
    parameters: ParameterValues,
  ) => Plan | Promise<Plan>;
  return await device.guard(`prepare kernel "${name}"`, () => prepare(device, operands, parameters));
}
