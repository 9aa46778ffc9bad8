/**
 * An adapter that was found: its name, its kind, and where it came from.
 *
 * @module
 */
import type { AdapterKind } from "../device.ts";
import type { WebGpuRuntime } from "./implementation.ts";

/** An adapter with its name and kind. */
export interface FoundAdapter {
  readonly adapter: GPUAdapter;
  /** Name for people; the same in both implementations. */
  readonly name: string;
  /** Kind of the adapter: a GPU, or software that emulates one. */
  readonly kind: Exclude<AdapterKind, "none">;
}

/** Adapter that a device is on, and the implementation that opened it. */
export interface DeviceIdentity extends Pick<FoundAdapter, "name" | "kind"> {
  /** Implementation of WebGPU. */
  readonly webgpu: WebGpuRuntime;
  /** Reason for the implementation, in a few words. */
  readonly because?: string;
  /** Name and version of the driver, where the implementation or the driver's tool tells them. */
  readonly driver?: string;
  /** Clocks, temperature and power when the device was opened, where the driver's tool tells them. */
  readonly state?: string;
}

const SOFTWARE_NAME = /llvmpipe|lavapipe|softpipe|swrast|swiftshader|basic render|\bwarp\b/i;
/** PCI and Khronos vendor numbers of emulations: Google (SwiftShader), Mesa (lavapipe), Microsoft (WARP). */
const SOFTWARE_VENDORS = ["6880", "65541", "5140"];

/** Name of an adapter for people: its description, else its device and vendor. */
export function adapterName(info: GPUAdapterInfo): string {
  return info.description ||
    [info.vendor, info.architecture, info.device].filter((part) => part !== "").join(" ") ||
    "unnamed adapter";
}

/** Kind of an adapter: a GPU, or software that emulates one. */
export function adapterKind(info: GPUAdapterInfo): Exclude<AdapterKind, "none"> {
  return SOFTWARE_NAME.test(adapterName(info)) || SOFTWARE_VENDORS.includes(info.vendor)
    ? "software"
    : "hardware";
}
