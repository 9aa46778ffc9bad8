/**
 * Choice of a run's device: a hardware GPU where there is one, else the CPU by machine code or, where it runs
 * none, through WebAssembly.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import type { Device } from "./device.ts";
import type { Tuning } from "./tuning.ts";
import { openWasmDevice } from "./cpu/device.ts";
import { placePages } from "./cpu/page_placement.ts";
import type { CpuDeviceOptions } from "./cpu/wasm_device.ts";
import { openX86Device } from "./cpu/x86/device.ts";
import { instructionSet } from "./cpu/x86/instruction_set.ts";
import { requestAdapter } from "./webgpu/adapter.ts";
import { chooseImplementation } from "./webgpu/choose_implementation.ts";
import type { WebGpuImplementation } from "./webgpu/implementation.ts";
import { openWebGpuDevice } from "./webgpu/open_device.ts";

/** Implementation of WebGPU, or `auto` for a choice. */
export type WebGpuChoice = "auto" | WebGpuImplementation;

/** Function that finds the tuned numbers of an open device; `undefined` where there are none. */
export type FindTuning = (device: Device) => Promise<Tuning | undefined>;

/** Request for a device. */
export interface DeviceRequest {
  /** Kind of device: `auto`, `webgpu`, `x86` or `wasm`. */
  readonly device: string;
  /** CPU threads of the `x86` and `wasm` devices. */
  readonly threads: number;
  /** Cap on device memory, in bytes. */
  readonly memoryBytes?: number;
  /** Number of the adapter, where there are several. */
  readonly adapter?: number;
  /** Implementation of WebGPU; `auto`, the default, takes the one that waits less for the GPU. */
  readonly webgpu?: WebGpuChoice;
  /** Tuned numbers for the kernels, or a function that finds those of the device; defaults when absent. */
  readonly tuning?: Tuning | FindTuning;
}

/**
 * Opens the device. `auto` takes a hardware adapter if there is one, else `x86`, else `wasm`; `webgpu` also
 * takes an adapter that emulates a GPU (kernels are checked on it, not timed).
 *
 * @throws {MissingError} for `webgpu` on a machine with no adapter of any kind, for an adapter's number that
 * the machine does not have, for `x86` on one that runs no machine code.
 * @throws {UsageError} for any other name, and for a choice among GPUs beside the name of a CPU device.
 * @example
 * ```ts
 * import { openDevice } from "gnn-repro";
 * const device = await openDevice({ device: "wasm", threads: 1 });
 * if (device.backend !== "wasm") throw new Error("the one that was asked for");
 * device.close();
 * ```
 */
export async function openDevice(request: DeviceRequest): Promise<Device> {
  const device = await openUntuned(request);
  try {
    const tuning = typeof request.tuning === "function" ? await request.tuning(device) : request.tuning;
    return withTuning(device, tuning);
  } catch (error) {
    device.close();
    throw error;
  }
}

/** Gives an open device its tuned numbers; WebAssembly has none. */
function withTuning<On extends Device>(device: On, tuning: Tuning | undefined): On {
  if (tuning !== undefined && device.backend !== "wasm") device.tuning = tuning;
  return device;
}

/** Refuses to choose a GPU, or an implementation of WebGPU, for a device that is the CPU. */
function refuseGpuChoice({ device, adapter, webgpu = "auto" }: DeviceRequest): void {
  if (device !== "wasm" && device !== "x86" || adapter === undefined && webgpu === "auto") return;
  throw new UsageError({
    action: `open device "${device}"`,
    current: adapter === undefined ? `WebGPU by ${webgpu} for a CPU` : `adapter ${adapter} for a CPU`,
    wanted: "a GPU's device, or no choice among GPUs",
    next: `use --device webgpu, or leave ${adapter === undefined ? "--webgpu" : "--adapter"} out`,
  });
}

/** Opens the CPU, whose memory is spread over its memory nodes. */
function openCpuDevice(backend: "wasm" | "x86", options: CpuDeviceOptions): Device {
  placePages();
  return backend === "wasm" ? openWasmDevice(options) : openX86Device(options);
}

async function openUntuned(request: DeviceRequest): Promise<Device> {
  refuseGpuChoice(request);
  const { device, threads, memoryBytes } = request;
  const memory = memoryBytes === undefined ? {} : { memoryBytes };
  switch (device) {
    case "wasm":
    case "x86":
      return openCpuDevice(device, { threads, ...memory });
    case "auto": {
      const asked = await adapterRequest(request, false);
      const { adapter: hardware } = await requestAdapter(asked);
      // An adapter that was asked for by number and is not there is an error, and no reason to take the CPU.
      if (hardware !== undefined || request.adapter !== undefined) {
        return await openWebGpuDevice({ ...asked, ...memory });
      }
      return openCpuDevice(instructionSet().isa === "none" ? "wasm" : "x86", { threads, ...memory });
    }
    case "webgpu":
      return await openWebGpuDevice({ ...await adapterRequest(request, true), ...memory });
    default:
      throw new UsageError({
        action: `open device "${device}"`,
        current: "no such device",
        wanted: "auto, webgpu, x86 or wasm",
        next: "leave --device out for auto",
      });
  }
}

/** Request for the adapter of a device, with an implementation and, where it was chosen here, the reason. */
async function adapterRequest({ adapter, webgpu = "auto" }: DeviceRequest, allowSoftware: boolean) {
  const asked = { allowSoftware, ...(adapter !== undefined && { adapterIndex: adapter }) };
  return webgpu === "auto" ? { ...asked, ...await chooseImplementation(asked) } : { ...asked, webgpu };
}

/**
 * Opens another device on the processor of an open one, with its tuning, and with a memory and ledger of its
 * own: as large as possible, or capped.
 *
 * @throws {DeviceError} where there is no room for another device.
 */
export async function openBeside(
  { backend, adapterKind, name, threads, webgpu, tuning }: Pick<
    Device,
    "backend" | "adapterKind" | "name" | "threads" | "webgpu" | "tuning"
  >,
  memoryBytes?: number,
): Promise<Device> {
  const memory = memoryBytes === undefined ? {} : { memoryBytes };
  if (backend !== "webgpu") return withTuning(openCpuDevice(backend, { threads, ...memory }), tuning);
  // WebGPU does not tell which adapter a device came from; past the last one opening is refused.
  for (let adapterIndex = 0;; adapterIndex++) {
    const allowSoftware = adapterKind === "software";
    const device = await openWebGpuDevice({
      adapterIndex,
      allowSoftware,
      webgpu: webgpu === "dawn" ? "dawn" : "native",
      ...memory,
    });
    if (device.name === name) return withTuning(device, tuning);
    device.close();
  }
}
