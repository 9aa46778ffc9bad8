/**
 * Measurement of a device's limits by this project's probes.
 *
 * @module
 */
import type { Device } from "./device.ts";
import type { Roofline } from "./models/roofline.ts";
import type { WasmDevice } from "./cpu/device.ts";
import { probeWasmRoofline } from "./cpu/roofline.ts";
import type { WebGpuDevice } from "./webgpu/device.ts";
import { measureRoofline } from "./webgpu/roofline.ts";

/** Probes a device, within about a second. */
export async function probeRoofline(device: Device): Promise<Roofline> {
  if (device.backend === "wasm") return await probeWasmRoofline(device as WasmDevice);
  const { copyGBs, readGBs, gflops } = await measureRoofline(device as WebGpuDevice);
  return { bandwidthGBs: Math.max(copyGBs, readGBs), gflops };
}
