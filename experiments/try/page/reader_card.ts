/**
 * Graphics card of the page's reader, as far as the browser shows it.
 *
 * @module
 */
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { adapterKind, adapterName } from "../../../hardware/webgpu/found_adapter.ts";
import { openAdapter } from "../../../hardware/webgpu/open_adapter.ts";

/** Memory that the page takes at most, in bytes: browsers do not tell how much a card has. */
const MEMORY = { hardware: 2 ** 30, software: 2 ** 28 } as const;

/** Facts about the page that browsers tell, and Deno does not. */
const { isSecureContext = false, crossOriginIsolated = false } = globalThis as {
  isSecureContext?: boolean;
  crossOriginIsolated?: boolean;
};

/** Steps of the browser's clock that are looked at. */
const CLOCK_STEPS = 20;

/**
 * Opens the reader's card, or says why the browser has none to give and what would help.
 *
 * @throws {DeviceError} where the adapter refuses a device.
 */
export async function openReaderCard(): Promise<WebGpuDevice | { readonly reason: string }> {
  if (navigator.gpu === undefined) {
    const reason = isSecureContext
      ? "This browser has no WebGPU, or has it switched off. A current Chrome, Edge, Safari or Firefox has it."
      : "Browsers give WebGPU to pages from disk, from loopback and over HTTPS only. Save this page and open the file.";
    return { reason };
  }
  const adapter = await navigator.gpu.requestAdapter({ powerPreference: "high-performance" }) ??
    await navigator.gpu.requestAdapter();
  if (adapter === null) {
    const reason = "The browser has WebGPU, but found no graphics card that it trusts. " +
      "A newer driver of the card or another browser may help.";
    return { reason };
  }
  const kind = adapterKind(adapter.info), name = adapterName(adapter.info);
  return await openAdapter({ adapter, name, kind, webgpu: "browser" }, { memoryBytes: MEMORY[kind] });
}

/** Smallest step of the browser's clock in milliseconds; browsers make it coarse on purpose. */
export function clockStepMs(): number {
  let smallest = Infinity, last = performance.now();
  for (let step = 0; step < CLOCK_STEPS;) {
    const now = performance.now();
    if (now === last) continue;
    smallest = Math.min(smallest, now - last);
    last = now;
    step++;
  }
  return smallest;
}

/** Environment of a session in a browser: what it tells of itself and of the card. */
export function browserEnvironment(
  device: WebGpuDevice,
  { clockMs, commit }: { readonly clockMs: number; readonly commit: string },
): Readonly<Record<string, string>> {
  const { quantumNs } = device.calibration;
  return {
    "device": device.name,
    "device backend": device.backend,
    "adapter kind": device.adapterKind,
    "device threads": "0",
    "device timer": device.timer,
    "device memory limit": String(device.limits.memoryBytes),
    "device binding limit": String(device.limits.bindingBytes),
    "device workgroup memory": String(device.limits.workgroupBytes),
    ...device.facts,
    ...(quantumNs !== undefined && { "timestamp step": `${quantumNs} ns` }),
    "browser": navigator.userAgent,
    "browser clock step": `${clockMs.toPrecision(2)} ms`,
    "cross-origin isolated": String(crossOriginIsolated),
    "cpu cores": String(navigator.hardwareConcurrency),
    "commit": commit,
  };
}
