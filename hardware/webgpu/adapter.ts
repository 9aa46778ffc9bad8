/**
 * Choice of a WebGPU adapter. A machine without one is not an error: the answer is a reason and a remedy.
 *
 * @module
 */
import { adaptersOf } from "./adapter_lists.ts";
import { DAWN_SETUP, findDawn } from "./dawn/dawn.ts";
import type { FoundAdapter } from "./found_adapter.ts";
import { namedImplementation, type WebGpuImplementation } from "./implementation.ts";

/** Request for an adapter. */
export interface AdapterRequest {
  /** Implementation of WebGPU; that of `GNN_REPRO_WEBGPU`, else the runtime's own, by default. */
  readonly webgpu?: WebGpuImplementation;
  /** Number among the adapters, hardware first; 0 by default. */
  readonly adapterIndex?: number;
  /**
   * Whether an emulation is acceptable where there is no hardware. It may be unpacked, and on first use
   * downloaded.
   */
  readonly allowSoftware?: boolean;
}

/** An adapter and its implementation, or the reason why there is none. */
export type AdapterChoice =
  | FoundAdapter & { readonly webgpu: WebGpuImplementation }
  | { readonly adapter: undefined; readonly reason: string; readonly next: string };

/**
 * Asks for an adapter; `adapterIndex` counts the distinct ones that WebGPU offers.
 *
 * @throws {UsageError} where `GNN_REPRO_WEBGPU` names no implementation.
 */
export async function requestAdapter(request: AdapterRequest = {}): Promise<AdapterChoice> {
  const { allowSoftware: software = false, adapterIndex: index = 0 } = request;
  const absent = (reason: string, next = "see doctor, or use --device wasm"): AdapterChoice => ({
    adapter: undefined,
    reason,
    next,
  });
  // A worker that asked and is then ended can take the whole process down in the driver.
  if ("WorkerGlobalScope" in globalThis) return absent("a worker thread", "use WebGPU in the main thread");
  const webgpu = request.webgpu ?? namedImplementation() ?? "native";
  const list = await adaptersOf(webgpu, software);
  if ("reason" in list) {
    const fetch = webgpu === "dawn" && findDawn().library === undefined;
    return absent(list.reason, fetch ? `run ${DAWN_SETUP}, or use --webgpu native` : list.next);
  }
  const allowed = list.found.filter(({ kind }) => software || kind === "hardware");
  const chosen = allowed[index];
  if (chosen) return { ...chosen, webgpu };
  if (allowed.length > 0) {
    return absent(
      `no adapter ${index}`,
      `use --adapter 0${allowed.length > 1 ? ` to ${allowed.length - 1}` : ""}: ${
        allowed.map((a) => a.name).join(", ")
      }`,
    );
  }
  if (list.found.length > 0) {
    return absent(
      `only a software adapter (${list.found[0].name})`,
      "add --allow-software, or use --device wasm",
    );
  }
  return absent(
    `no adapter that ${webgpu === "dawn" ? "Dawn" : "WebGPU"} can use: the driver found no device`,
    webgpu === "dawn"
      ? "use --webgpu native, or --device wasm"
      : "use --device wasm, or GNN_REPRO_HIDE_NATIVE=vulkan and --allow-software for the bundled SwiftShader",
  );
}
