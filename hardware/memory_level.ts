/**
 * Bandwidth of one level of a device's memory: repeated reading of a working set that fits the level.
 *
 * @module
 */
import type { Device } from "./device.ts";
import type { WasmDevice } from "./cpu/device.ts";
import { prepareWasmSweep } from "./cpu/memory_level.ts";
import type { MemoryLevel, MemorySweep } from "./memory_sweep.ts";
import type { WebGpuDevice } from "./webgpu/device.ts";
import { prepareWebGpuSweep } from "./webgpu/probes/memory_level.ts";

/**
 * Prepares a sweep, or `undefined` where the device has no such level.
 *
 * @throws {OutOfMemoryError} where the working set does not fit.
 */
export async function prepareSweep(device: Device, level: MemoryLevel): Promise<MemorySweep | undefined> {
  return device.backend !== "webgpu"
    ? await prepareWasmSweep(device as WasmDevice, level)
    : await prepareWebGpuSweep(device as WebGpuDevice, level);
}
