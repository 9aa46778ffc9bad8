/**
 * Measurement of a device's limits by this project's probes.
 *
 * @module
 */
import type { Device } from "./device.ts";
import type { Roofline } from "./models/roofline.ts";
import type { WasmDevice } from "./cpu/device.ts";
import { probeWasmRoofline } from "./cpu/wasm_roofline.ts";
import type { X86Device } from "./cpu/x86/device.ts";
import { probeX86Roofline } from "./cpu/x86/x86_roofline.ts";
import type { WebGpuDevice } from "./webgpu/device.ts";
import { measureRoofline } from "./webgpu/probes/roofline.ts";

/** Probes a device, within about a second. */
export async function probeRoofline(device: Device): Promise<Roofline> {
  if (device.backend === "x86") return await probeX86Roofline(device as X86Device);
  if (device.backend !== "webgpu") return await probeWasmRoofline(device as WasmDevice);
  const { copyGBs, readGBs, gflops } = await measureRoofline(device as WebGpuDevice);
  return { bandwidthGBs: Math.max(copyGBs, readGBs), gflops };
}
