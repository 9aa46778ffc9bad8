/**
 * Choice of a WebGPU adapter. A machine without one is not an error: the answer is a reason and a remedy.
 *
 * @module
 */
import type { AdapterKind } from "../device.ts";
import { ensureSwiftShader, loadSwiftShader } from "./software.ts";
import { systemVulkan } from "./vulkan.ts";

/** Request for an adapter. */
export interface AdapterRequest {
  /** Number among the adapters, hardware first; 0 by default. */
  readonly adapterIndex?: number;
  /**
   * Whether an emulation is acceptable where there is no hardware. It may be unpacked, and on first use
   * downloaded.
   */
  readonly allowSoftware?: boolean;
  /**
   * Whether to take an emulation even where there is hardware; implies `allowSoftware`. The first request of
   * a process decides.
   */
  readonly preferSoftware?: boolean;
}

/** An adapter, or the reason why there is none. */
export type AdapterChoice =
  | { readonly adapter: GPUAdapter; readonly name: string; readonly kind: Exclude<AdapterKind, "none"> }
  | { readonly adapter: undefined; readonly reason: string; readonly next: string };

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

/** Result of the process's first question; later ones cannot change the loader. */
let prepared: Promise<string | undefined> | undefined;

/**
 * Asks for an adapter. WebGPU returns one adapter for each wish (performance, power, emulation), not all of
 * them, so `adapterIndex` counts the distinct ones among these. Never throws.
 */
export async function requestAdapter(request: AdapterRequest = {}): Promise<AdapterChoice> {
  const software = request.allowSoftware === true || request.preferSoftware === true;
  const absent = (reason: string, next = "see doctor, or use --device wasm"): AdapterChoice => ({
    adapter: undefined,
    reason,
    next,
  });
  // A worker that asked and is then ended can take the whole process down in the driver.
  if ("WorkerGlobalScope" in globalThis) return absent("a worker thread", "use WebGPU in the main thread");
  if (navigator.gpu === undefined) return absent("a runtime without WebGPU", "run it with Deno 2.9 or newer");
  if (Deno.build.os === "linux") {
    try {
      const reason = await (prepared ?? prepareVulkan(software, request.preferSoftware === true));
      if (reason !== undefined) return absent(reason);
    } catch (error) {
      return absent(error instanceof Error ? error.message : String(error));
    }
  }
  const adapters = await distinctAdapters(software);
  const allowed = adapters.filter(({ kind }) => software || kind === "hardware");
  if (request.preferSoftware) allowed.sort((a, b) => rank(b.kind) - rank(a.kind));
  const index = request.adapterIndex ?? 0;
  const chosen = allowed[index];
  if (chosen) return chosen;
  if (allowed.length > 0) {
    return absent(
      `no adapter ${index}`,
      `use --adapter 0 to ${allowed.length - 1}: ${allowed.map((a) => a.name).join(", ")}`,
    );
  }
  return adapters.length > 0
    ? absent(`only a software adapter (${adapters[0].name})`, "add --allow-software, or use --device wasm")
    : absent(
      "no adapter that WebGPU can use: the driver found no device",
      "use --device wasm, or GNN_REPRO_HIDE_NATIVE=vulkan and --allow-software for the bundled SwiftShader",
    );
}

/** Rank of an adapter's kind; hardware comes first. */
const rank = (kind: AdapterKind): number => kind === "hardware" ? 0 : 1;

type FoundAdapter = Extract<AdapterChoice, { readonly name: string }>;

async function distinctAdapters(software: boolean): Promise<FoundAdapter[]> {
  const wishes: GPURequestAdapterOptions[] = [
    { powerPreference: "high-performance" },
    { powerPreference: "low-power" },
    ...(software ? [{ forceFallbackAdapter: true }] : []),
  ];
  const found = new Map<string, FoundAdapter>();
  for (const wish of wishes) {
    const adapter = await navigator.gpu.requestAdapter(wish).catch(() => null);
    if (!adapter) continue;
    const { info } = adapter;
    const key = [info.vendor, info.device, info.description].join("/");
    if (!found.has(key)) found.set(key, { adapter, name: adapterName(info), kind: adapterKind(info) });
  }
  return [...found.values()].sort((a, b) => rank(a.kind) - rank(b.kind));
}

/** Prepares the answer to the first question, or returns a reason why the question must not be asked yet. */
async function prepareVulkan(software: boolean, preferred: boolean): Promise<string | undefined> {
  // Otherwise a machine without a Vulkan driver falls back to OpenGL, with half the bindings and a crash at
  // the end.
  Deno.env.set("DENO_WEBGPU_BACKEND", "vulkan");
  const system = systemVulkan();
  if (system.loader !== undefined && !preferred) {
    preload(system.loader);
    prepared = Promise.resolve(undefined);
    return undefined;
  }
  if (!software) return system.detail;
  prepared = bundledVulkan(preferred && system.loader !== undefined);
  const reason = await prepared;
  if (reason === undefined) return undefined;
  prepared = undefined;
  return `${system.detail}; ${reason}`;
}

async function bundledVulkan(systemWillDo: boolean): Promise<string | undefined> {
  const { folder, reason } = await ensureSwiftShader();
  const refused = folder === undefined ? reason : loadSwiftShader(folder);
  return systemWillDo ? undefined : refused;
}

/**
 * Loads a loader from an unusual folder (conda, GNN_REPRO_VULKAN) into the process; usual folders need no
 * help.
 */
function preload(loader: string): void {
  if (Deno.permissions.querySync({ name: "ffi", path: loader }).state !== "granted") return;
  try {
    Deno.dlopen(loader, { vkCreateInstance: { parameters: [], result: "i32" } });
  } catch {
    // WebGPU will look for itself and report what it found.
  }
}
