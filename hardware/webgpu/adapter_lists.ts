/**
 * Adapters of the WebGPU implementations: the runtime's own (`native`) and Dawn.
 *
 * @module
 */
import { findDawn, loadDawn } from "./dawn/dawn.ts";
import { adapterKind, adapterName, type FoundAdapter } from "./found_adapter.ts";
import type { WebGpuImplementation } from "./implementation.ts";
import { prepareVulkan } from "./prepare_vulkan.ts";
import { ensureSwiftShader, withSwiftShader } from "./software.ts";

/** Adapters, hardware first, or a reason why there are none. */
export type AdapterList =
  | { readonly found: readonly FoundAdapter[] }
  | { readonly reason: string; readonly next?: string };

/**
 * WebGPU returns one adapter for each wish (performance, power, emulation), not all of them: those that are
 * distinct.
 */
async function distinctAdapters(gpu: GPU, software: boolean): Promise<GPUAdapter[]> {
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

/** Rank of an adapter's kind; hardware comes first. */
const rank = (kind: FoundAdapter["kind"]): number => kind === "hardware" ? 0 : 1;

/** Named adapters, hardware first. */
function named(adapters: readonly GPUAdapter[], nameOf: (info: GPUAdapterInfo) => string): FoundAdapter[] {
  return adapters.map((adapter) => ({
    adapter,
    name: nameOf(adapter.info),
    kind: adapterKind(adapter.info),
  })).sort((a, b) => rank(a.kind) - rank(b.kind));
}

/** Adapters of the runtime's own WebGPU. */
async function nativeAdapters(software: boolean): Promise<AdapterList> {
  if (navigator.gpu === undefined) return { reason: "a runtime without WebGPU" };
  const reason = await prepareVulkan(software);
  if (reason !== undefined) return { reason };
  return { found: named(await distinctAdapters(navigator.gpu, software), adapterName) };
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
async function dawnAdapters(software: boolean): Promise<AdapterList> {
  const { library, reason } = findDawn();
  if (library === undefined) return { reason };
  if (Deno.permissions.querySync({ name: "ffi", path: library }).state !== "granted") {
    return { reason: `no permission to load ${library}`, next: "start by deno task, which grants it" };
  }
  const others = await nativeAdapters(software);
  const names = "found" in others ? others.found.map(({ name }) => name) : [];
  const listed = async (drivers: string): Promise<FoundAdapter[]> =>
    named(
      await distinctAdapters(loadDawn(library, drivers), software),
      (info) => dawnAdapterName(info, names),
    );
  const found = await listed("system");
  if (Deno.build.os !== "linux" || !software || found.length > 0) return { found };
  const { folder } = await ensureSwiftShader();
  if (folder === undefined) return NO_EMULATION;
  return { found: await withSwiftShader(folder, () => listed(folder)) };
}

/** Adapters of an implementation, with emulations where `software` allows them. Never throws. */
export async function adaptersOf(
  implementation: WebGpuImplementation,
  software: boolean,
): Promise<AdapterList> {
  try {
    return await (implementation === "dawn" ? dawnAdapters(software) : nativeAdapters(software));
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}
