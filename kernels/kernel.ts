/**
 * The contract of a kernel. A kernel is data: what it computes, where it comes from, what it can be tuned by,
 * what it asks of a device, and how it prepares a plan. Adding one is two new files and one line in its
 * operation's list.
 *
 * @module
 */
import { MissingError, UsageError } from "../platform/errors.ts";
import type { Device, DeviceBackend, DeviceLimits } from "../hardware/device.ts";
import type { WasmDevice } from "../hardware/wasm/device.ts";
import type { WebGpuDevice } from "../hardware/webgpu/device.ts";

/** The device type of a backend. */
export interface DeviceOf {
  /** CPU threads around an arena. */
  readonly wasm: WasmDevice;
  /** An adapter, hardware or software. */
  readonly webgpu: WebGpuDevice;
}

/** One thing a kernel can be tuned by. */
export interface Parameter {
  /** What it changes, in one sentence. */
  readonly meaning: string;
  /** The value used when none is given. */
  readonly default: number;
  /** Smallest and largest value allowed. */
  readonly range: readonly [min: number, max: number];
}

/** Values of a kernel's parameters, by name. */
export type ParameterValues = Readonly<Record<string, number>>;

/** What one execution asks of the device; compared with its limits before anything is allocated. */
export interface Needs {
  /** Bytes of workgroup memory (the runtime does not check them: we do). */
  readonly workgroupBytes: number;
  /** Invocations of one workgroup. */
  readonly workgroupInvocations: number;
  /** Storage buffers bound at once. */
  readonly storageBindings: number;
}

/** The result of a kernel's preparation: work that can be encoded again and again. */
export interface Plan {
  /** Encodes one execution, the zeroing of the output included. No allocation, no compilation, no copies. */
  run(): void;
  /** Returns what `prepare` allocated; the operands stay. */
  destroy(): void;
  /** Facts about the preparation that belong into rows: groups, tiles, dispatches, bytes. */
  readonly facts?: Readonly<Record<string, number>>;
}

/** One implementation of an operation on one backend. */
export interface KernelOn<B extends DeviceBackend, OperandsOf extends { wasm: unknown; webgpu: unknown }> {
  /** Name within the operation, by its work mapping: `row-split`. The same on every backend that has it. */
  readonly id: string;
  /** The backend whose devices it can be prepared on. */
  readonly backend: B;
  /** The paper and section that it comes from; paper `own` for ours. */
  readonly origin: { readonly paper: string; readonly section: string };
  /** Who computes what, in one sentence. */
  readonly mapping: string;
  /** The text whose change invalidates results: the `.wgsl` source, or the digest of the `.wasm` module. */
  readonly source: string;
  /** What it can be tuned by, by name; empty where there is nothing to tune. */
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** What it needs of a device for these parameters and this feature width. */
  needs(parameters: ParameterValues, width: number): Needs;
  /** One-off work: re-blocking, grouping, pipelines. Timed apart as `prepare_ms`. */
  prepare(device: DeviceOf[B], operands: OperandsOf[B], parameters: ParameterValues): Plan | Promise<Plan>;
}

/** An implementation on either backend. */
export type Kernel<OperandsOf extends { wasm: unknown; webgpu: unknown }> =
  | KernelOn<"wasm", OperandsOf>
  | KernelOn<"webgpu", OperandsOf>;

/**
 * Kernel `row-split@wasm`: a kernel's full name within its operation.
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
 * A kernel's parameters with defaults filled in.
 *
 * @throws {UsageError} for an unknown name or a value out of range.
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
  for (const [name, { default: standard, range: [min, max] }] of Object.entries(kernel.parameters)) {
    const value = given[name] ?? standard;
    if (!(value >= min && value <= max)) {
      throw new UsageError({
        action: `set parameter "${name}" of kernel "${kernel.id}"`,
        current: `${value}`,
        wanted: `a number from ${min} to ${max}`,
        next: `leave it out for its default ${standard}`,
      });
    }
    values[name] = value;
  }
  return values;
}

/** Why a device with these limits cannot run a kernel, or `undefined` if it can. */
function unmetNeed(needs: Needs, limits: DeviceLimits): string | undefined {
  const rows: readonly [string, number, number][] = [
    ["bytes of workgroup memory", needs.workgroupBytes, limits.workgroupBytes],
    ["invocations a workgroup", needs.workgroupInvocations, limits.workgroupInvocations],
    ["storage bindings", needs.storageBindings, limits.storageBindings],
  ];
  for (const [what, needed, limit] of rows) {
    if (needed > limit) return `needs ${needed} ${what}, the device has ${limit}`;
  }
  return undefined;
}

/**
 * Prepares a kernel on a device of its backend. Errors name it with the id of its `operation` where that is
 * given, for ids of kernels repeat from one operation to the next.
 *
 * @throws {MissingError} where the device is of another backend or lacks what the kernel needs.
 */
export async function prepareKernel<OperandsOf extends { wasm: unknown; webgpu: unknown }>(
  kernel: Kernel<OperandsOf>,
  device: Device,
  operands: OperandsOf["wasm"] | OperandsOf["webgpu"],
  width: number,
  given: ParameterValues = {},
  operation?: string,
): Promise<Plan> {
  const name = operation === undefined ? kernelName(kernel) : `${operation}/${kernelName(kernel)}`;
  const parameters = resolveParameters({ id: name, parameters: kernel.parameters }, given);
  const unmet = kernel.backend !== device.backend
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
