/**
 * Adapters of the WebGPU implementations: the runtime's own (`native`) and Dawn.
 *
 * @module
 */
import { findDawn, loadDawn } from "./dawn/dawn.ts";
import { adapterKind, adapterName, type FoundAdapter, rank } from "./found_adapter.ts";
import type { WebGpuImplementation } from "./implementation.ts";
import { prepareVulkan } from "./prepare_vulkan.ts";
import { ensureSwiftShader, withSwiftShader } from "./software.ts";

/** Extent of a search for adapters. */
export interface AdapterSearch {
  /** Whether emulations count. */
  readonly software: boolean;
  /** Whether to look for an emulation even where there is hardware. */
  readonly preferSoftware: boolean;
}

/** Adapters, hardware first, or a reason why there are none. */
export type AdapterList =
  | { readonly found: readonly FoundAdapter[] }
  | { readonly reason: string; readonly next?: string };

/**
 * WebGPU returns one adapter for each wish (performance, power, emulation), not all of them: those that are
 * distinct.
 */
async function distinctAdapters(gpu: GPU, { software }: AdapterSearch): Promise<GPUAdapter[]> {
  const wishes: GPURequestAdapterOptions[] = [
    { powerPreference: "high-performance" },
    { powerPreference: "low-power" },
    ...(software ? [{ forceFallbackAdapter: true }] : []),
  ];
  const found = new Map<string, GPUAdapter>();
  for (const wish of wishes) {
    const adapter = await gpu.requestAdapter(wish).catch(() => null);
    if (!adapter) continue;
    const { vendor, device, description } = adapter.info;
    const key = [vendor, device, description].join("/");
    if (!found.has(key)) found.set(key, adapter);
  }
  return [...found.values()];
}

/** Named adapters, hardware first. */
function named(adapters: readonly GPUAdapter[], nameOf: (info: GPUAdapterInfo) => string): FoundAdapter[] {
  return adapters.map((adapter) => ({
    adapter,
    name: nameOf(adapter.info),
    kind: adapterKind(adapter.info),
  })).sort((a, b) => rank(a.kind) - rank(b.kind));
}

/** Adapters of the runtime's own WebGPU. */
async function nativeAdapters(search: AdapterSearch): Promise<AdapterList> {
  if (navigator.gpu === undefined) return { reason: "a runtime without WebGPU" };
  const reason = await prepareVulkan(search.software, search.preferSoftware);
  if (reason !== undefined) return { reason };
  return { found: named(await distinctAdapters(navigator.gpu, search), adapterName) };
}

/** Name in the form in which Dawn gives a device's: `NVIDIA H200` is `nvidia-h200`. */
const identifier = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

/**
 * Name of one of Dawn's adapters: that of the runtime's own for the same device, so that sessions of both are
 * of one device. Dawn's description is the driver's and changes with it.
 */
export function dawnAdapterName({ device, ...info }: GPUAdapterInfo, others: readonly string[]): string {
  const same = others.find((name) => identifier(name) === identifier(device));
  return same ?? (device.replace(/-$/, "") || adapterName({ ...info, device }));
}

/** Answer where Dawn refuses the system's drivers: because of them no run has unpacked SwiftShader. */
const NO_EMULATION: AdapterList = {
  reason: "no adapter of the system's drivers that Dawn can use, and no SwiftShader",
  next: "run it once with GNN_REPRO_HIDE_NATIVE=vulkan, which unpacks SwiftShader, or use --webgpu native",
};

/**
 * Adapters of Dawn. Where it refuses the system's drivers (it wants more of them than the runtime's own) and
 * an emulation will do, those of the bundled SwiftShader.
 */
async function dawnAdapters(search: AdapterSearch): Promise<AdapterList> {
  const { library, reason } = findDawn();
  if (library === undefined) return { reason };
  const others = await nativeAdapters(search);
  const names = "found" in others ? others.found.map(({ name }) => name) : [];
  const listed = async (drivers: string): Promise<FoundAdapter[]> =>
    named(await distinctAdapters(loadDawn(library, drivers), search), (info) => dawnAdapterName(info, names));
  const found = await listed("system");
  if (Deno.build.os !== "linux" || !search.software || (found.length > 0 && !search.preferSoftware)) {
    return { found };
  }
  const { folder } = await ensureSwiftShader();
  if (folder === undefined) return found.length > 0 ? { found } : NO_EMULATION;
  const emulated = await withSwiftShader(folder, () => listed(folder));
  return { found: [...found, ...emulated.filter(({ name }) => found.every((each) => each.name !== name))] };
}

/** Adapters of an implementation. Never throws. */
export async function adaptersOf(
  implementation: WebGpuImplementation,
  search: AdapterSearch,
): Promise<AdapterList> {
  try {
    return await (implementation === "dawn" ? dawnAdapters(search) : nativeAdapters(search));
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}
