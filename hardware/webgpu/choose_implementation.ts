/**
 * Choice between the implementations of WebGPU where a user names none.
 *
 * @module
 */
import { type AdapterRequest, requestAdapter } from "./adapter.ts";
import { findDawn } from "./dawn/dawn.ts";
import { namedImplementation, WEBGPU_VARIABLE, type WebGpuImplementation } from "./implementation.ts";
import { measureWait } from "./clock/wait.ts";

/** An implementation, and why it was taken. */
export interface ImplementationChoice {
  /** Name of the implementation. */
  readonly webgpu: WebGpuImplementation;
  /** Reason in a few words. */
  readonly because: string;
}

/** One implementation's answer about an adapter: its name and the wait there, or why it has none. */
export type AdapterWait =
  | { readonly name: string; readonly waitMs: number }
  | { readonly name?: undefined; readonly reason: string };

const formatWait = (ms: number): string => `${ms < 1 ? ms.toFixed(3) : ms.toFixed(1)} ms`;

/** Chooses the implementation with the shorter wait, if both reach the same adapter. */
export function shorterWait(native: AdapterWait, dawn: AdapterWait): ImplementationChoice {
  if (dawn.name === undefined) return { webgpu: "native", because: `Dawn has ${dawn.reason}` };
  if (native.name === undefined) return { webgpu: "dawn", because: `the runtime's own has ${native.reason}` };
  if (native.name !== dawn.name) {
    return { webgpu: "native", because: `Dawn's adapter is another one: ${dawn.name}` };
  }
  const both: readonly [WebGpuImplementation, number][] = [["native", native.waitMs], ["dawn", dawn.waitMs]];
  const [[webgpu, ms], [other, otherMs]] = both.toSorted(([, a], [, b]) => a - b);
  return { webgpu, because: `it waits ${formatWait(ms)} for the GPU, ${other} ${formatWait(otherMs)}` };
}

async function adapterWait(webgpu: WebGpuImplementation, request: AdapterRequest): Promise<AdapterWait> {
  const choice = await requestAdapter({ ...request, webgpu });
  if (choice.adapter === undefined) return { reason: choice.reason };
  let gpu: GPUDevice;
  try {
    gpu = await choice.adapter.requestDevice();
  } catch (error) {
    return { reason: `a device that does not open (${error instanceof Error ? error.message : error})` };
  }
  try {
    return { name: choice.name, waitMs: await measureWait(gpu) };
  } finally {
    gpu.destroy();
  }
}

/** Choices by request, one a process: implementations do not change their waits. */
const chosen = new Map<string, Promise<ImplementationChoice>>();

/**
 * Chooses an implementation: the one that `GNN_REPRO_WEBGPU` names, the runtime's own where Dawn is not
 * fetched, else the one that waits less for the adapter of the request.
 *
 * @throws {UsageError} where the variable names no implementation.
 */
export async function chooseImplementation(request: AdapterRequest): Promise<ImplementationChoice> {
  const named = namedImplementation();
  if (named !== undefined) return { webgpu: named, because: `${WEBGPU_VARIABLE}=${named}` };
  const { library, reason } = findDawn();
  if (library === undefined) return { webgpu: "native", because: reason };
  const key = JSON.stringify(request);
  let choice = chosen.get(key);
  if (choice === undefined) {
    choice = (async () =>
      shorterWait(await adapterWait("native", request), await adapterWait("dawn", request)))();
    chosen.set(key, choice);
  }
  return await choice;
}
