/**
 * What a device can do at most, by our own probes: the share of it that a kernel reaches can be compared across cards
 * and years, a millisecond cannot.
 *
 * @module
 */
import type { Device } from "./device.ts";
import type { WasmDevice } from "./wasm/device.ts";
import { probeWasmRoofline } from "./wasm/roofline.ts";
import type { WebGpuDevice } from "./webgpu/device.ts";
import { measureRoofline } from "./webgpu/roofline.ts";

/** Two limits of one device. */
export interface Roofline {
  /** Gigabytes (1e9) a second between memory and the device's cores, bytes read plus bytes written. */
  readonly bandwidthGBs: number;
  /** 1e9 float32 operations a second; a fused multiply-add counts as two. */
  readonly gflops: number;
}

/** Probes a device, within about a second. */
export async function probeRoofline(device: Device): Promise<Roofline> {
  if (device.backend === "wasm") return await probeWasmRoofline(device as WasmDevice);
  const { copyGBs, readGBs, gflops } = await measureRoofline(device as WebGpuDevice);
  return { bandwidthGBs: Math.max(copyGBs, readGBs), gflops };
}
