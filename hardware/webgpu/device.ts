/**
 * WebGPU device: its extensions of the common contract, and its opening.
 *
 * @module
 */
import { DeviceError, MissingError } from "../../platform/errors.ts";
import type { Device, DeviceBuffer } from "../device.ts";
import { type AdapterRequest, requestAdapter } from "./adapter.ts";
import { AdapterDevice } from "./adapter_device.ts";
import type { PassTime } from "./pass_clock.ts";
import { calibrateTimer, type TimerCalibration } from "./timer.ts";
import type { Groups } from "./work_queue.ts";

/** A buffer of an adapter's memory. */
export interface WebGpuBuffer extends DeviceBuffer {
  /**
   * WebGPU's own buffer, to bind or copy.
   *
   * @throws {DeviceError} once the buffer is freed.
   */
  readonly gpu: GPUBuffer;
}

/** One batch of executions by both clocks. */
export interface BatchTime {
  /** Time from the submission to the news of its end, including the 10 ms resolution of WebGPU's polling. */
  readonly wallMs: number;
  /** Time by the adapter's timestamps; absent where it has none. */
  readonly pass?: PassTime;
}

/** A WebGPU adapter's device. Use it from one place at a time: error scopes are a stack. */
export interface WebGpuDevice extends Device<WebGpuBuffer> {
  /** Backend of the device: WebGPU. */
  readonly backend: "webgpu";
  /** WebGPU's own device, for pipelines and bind groups. */
  readonly gpu: GPUDevice;
  /** Compiled pipelines by label, source, entry point and constants; see `computePipeline`. */
  readonly pipelines: Map<string, Promise<GPUComputePipeline>>;
  /** Comparison of the adapter's timestamps with the wall clock. */
  readonly calibration: TimerCalibration;
  /** Greatest number of multiply-adds of one dispatch, so that it ends well before a watchdog acts. */
  readonly dispatchWork: number;
  /** Reserves a small buffer of 32-bit words for a kernel's `var<uniform>` and fills it. */
  uniform(label: string, words: Uint32Array): WebGpuBuffer;
  /** Binds buffers to bindings 0, 1, 2, ... of a pipeline's group 0. */
  bindGroup(pipeline: GPUComputePipeline, buffers: readonly WebGpuBuffer[]): GPUBindGroup;
  /**
   * Encodes one dispatch. Dispatches see the writes of those before them. `multiplyAdds` is the amount of
   * work, by which the device decides when to submit.
   */
  dispatch(pipeline: GPUComputePipeline, group: GPUBindGroup, groups: Groups, multiplyAdds?: number): void;
  /** Runs `calls` executions and reads both clocks. */
  batch(run: () => void, calls: number): Promise<BatchTime>;
}

/** Options of {@link openWebGpuDevice}. */
export interface WebGpuDeviceOptions extends AdapterRequest {
  /**
   * Greatest number of bytes of all buffers together; by default as many as the driver grants, or 4 GiB on a
   * software adapter.
   */
  readonly memoryBytes?: number;
  /** Cap on one binding below the adapter's limit, to test kernels that cut their operands. */
  readonly bindingBytes?: number;
}

/** Limits that are requested at the adapter's best; WebGPU gives small defaults for all others. */
const LIMITS = [
  "maxBufferSize",
  "maxStorageBufferBindingSize",
  "maxStorageBuffersPerShaderStage",
  "maxComputeWorkgroupStorageSize",
  "maxComputeInvocationsPerWorkgroup",
  "maxComputeWorkgroupSizeX",
  "maxComputeWorkgroupSizeY",
  "maxComputeWorkgroupSizeZ",
  "maxComputeWorkgroupsPerDimension",
] as const;

/**
 * Opens an adapter with all of its features and calibrates its timer.
 *
 * @throws {MissingError} where there is no adapter, with the reason.
 *
 * @example
 * ```ts
 * import { openWebGpuDevice } from "gnn-repro/hardware";
 * async function throughTheGpu(numbers: Float32Array<ArrayBuffer>): Promise<Float32Array> {
 *   const device = await openWebGpuDevice({ allowSoftware: true });
 *   const buffer = device.allocate("x", numbers.byteLength);
 *   device.write(buffer, numbers);
 *   const read = new Float32Array(await device.read(buffer));
 *   device.close();
 *   return read;
 * }
 * ```
 */
export async function openWebGpuDevice(options: WebGpuDeviceOptions = {}): Promise<WebGpuDevice> {
  const choice = await requestAdapter(options);
  if (choice.adapter === undefined) {
    throw new MissingError({
      action: "open a WebGPU device",
      current: choice.reason,
      wanted: options.allowSoftware ? "an adapter" : "a hardware adapter",
      next: choice.next,
    });
  }
  const { adapter, name, kind } = choice;
  const requiredLimits = Object.fromEntries(
    LIMITS.map((limit) => [limit, Math.min(adapter.limits[limit], Number.MAX_SAFE_INTEGER)]),
  );
  const requiredFeatures: GPUFeatureName[] = adapter.features.has("timestamp-query")
    ? ["timestamp-query"]
    : [];
  let gpu: GPUDevice;
  try {
    gpu = await adapter.requestDevice({ label: name, requiredFeatures, requiredLimits });
  } catch (cause) {
    throw new DeviceError({
      action: `open "${name}"`,
      current: cause instanceof Error ? cause.message : String(cause),
      wanted: "a device with the adapter's own limits",
      next: "update the graphics driver, or use --device wasm",
    }, { cause });
  }
  const device = new AdapterDevice(gpu, name, kind, options);
  device.calibration = await calibrateTimer(device);
  device.resetPeak();
  return device;
}
