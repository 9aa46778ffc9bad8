/**
 * Opening of an adapter that was found, with all of its features and a calibrated timer.
 *
 * @module
 */
import { DeviceError } from "../../platform/errors.ts";
import { AdapterDevice } from "./adapter_device.ts";
import type { WebGpuDevice, WebGpuDeviceOptions } from "./device.ts";
import type { DeviceIdentity, FoundAdapter } from "./found_adapter.ts";
import { longestDispatch } from "./clock/calibrated.ts";
import { calibrateTimer } from "./clock/timer.ts";
import { requestWithSubgroups } from "./subgroups.ts";

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

/** A found adapter, and what is known about it beside what WebGPU tells. */
export type IdentifiedAdapter = Pick<FoundAdapter, "adapter"> & DeviceIdentity;

/** Requests a device with the adapter's own limits and features. */
function requestAtBest({ adapter, name, webgpu }: IdentifiedAdapter): Promise<GPUDevice> {
  const requiredLimits = Object.fromEntries(
    LIMITS.map((limit) => [limit, Math.min(adapter.limits[limit], Number.MAX_SAFE_INTEGER)]),
  );
  const requiredFeatures: GPUFeatureName[] = adapter.features.has("timestamp-query")
    ? ["timestamp-query"]
    : [];
  return requestWithSubgroups(adapter, webgpu, { label: name, requiredFeatures, requiredLimits });
}

/**
 * Opens an adapter with all of its features and calibrates its timer.
 *
 * @throws {DeviceError} where the adapter refuses a device.
 */
export async function openAdapter(
  found: IdentifiedAdapter,
  options: Pick<WebGpuDeviceOptions, "memoryBytes" | "bindingBytes" | "defaultLimits"> = {},
): Promise<WebGpuDevice> {
  const { adapter, name } = found;
  let gpu: GPUDevice;
  try {
    gpu = await (options.defaultLimits ? adapter.requestDevice({ label: name }) : requestAtBest(found));
  } catch (cause) {
    throw new DeviceError({
      action: `open "${name}"`,
      current: cause instanceof Error ? cause.message : String(cause),
      wanted: "a device with the adapter's own limits",
      next: "update the graphics driver, or use --device wasm",
    }, { cause });
  }
  const device = new AdapterDevice(gpu, found, options);
  device.calibration = await calibrateTimer(device);
  const { rate } = device.calibration;
  if (rate !== undefined) device.dispatchWork = longestDispatch(rate);
  device.resetPeak();
  return device;
}
