/**
 * Opening of a WebGPU device, with all features of its adapter and a calibrated timer.
 *
 * @module
 */
import { DeviceError, MissingError } from "../../platform/errors.ts";
import { type GpuState, gpuState, gpuStateWords } from "../gpu_state.ts";
import { requestAdapter } from "./adapter.ts";
import { AdapterDevice } from "./adapter_device.ts";
import type { WebGpuDevice, WebGpuDeviceOptions } from "./device.ts";
import { calibrateTimer } from "./timer.ts";

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
  const { adapter, name } = choice;
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
  const state = choice.kind === "hardware" ? await gpuState(name) : undefined;
  const device = new AdapterDevice(gpu, { ...choice, ...described(adapter, options, { name, state }) }, {
    ...options,
    ...(options.memoryBytes === undefined && state?.memoryBytes !== undefined &&
      { memoryBytes: state.memoryBytes }),
  });
  device.calibration = await calibrateTimer(device);
  device.resetPeak();
  return device;
}

/** Driver and first state of an adapter, as far as they are told, and the reason for the implementation. */
function described(
  { info: { description } }: GPUAdapter,
  { because }: WebGpuDeviceOptions,
  { name, state }: { readonly name: string; readonly state: GpuState | undefined },
) {
  const driver = state?.driver ?? (description === name ? "" : description);
  return {
    ...(driver !== "" && { driver }),
    ...(state !== undefined && { state: gpuStateWords(state) }),
    ...(because !== undefined && { because }),
  };
}
