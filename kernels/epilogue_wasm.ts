/**
 * Epilogues for the kernels of `assembly/dense.ts`, which read their parameters from memory.
 *
 * @module
 */
import type { WasmBuffer } from "../hardware/wasm/device.ts";
import { loadWasm, type WasmModule } from "../platform/wasm.ts";
import { dropoutConstants, type EpilogueOperands } from "./epilogue.ts";
import { type PlanArrays, wholePanel } from "./plan_wasm.ts";

/** `assembly/dense.ts`: multiplication, epilogues and their gradient. */
export const denseModule: WasmModule = await loadWasm(new URL("./dense.wasm", import.meta.url));

/**
 * Copies the parameters into the arena; returns their address. Where `draws` is false nothing is drawn, because the sign of
 * y tells what fell.
 */
export function uploadEpilogue(
  arrays: PlanArrays,
  { negativeSlope, bias, dropout }: EpilogueOperands<WasmBuffer>,
  draws = true,
): number {
  const { threshold, scale } = dropoutConstants(dropout?.rate ?? 0);
  const words = new Uint32Array(7);
  new Float32Array(words.buffer).set([negativeSlope, scale]);
  words.set([threshold, dropout?.seed ?? 0, dropout?.stream ?? 0], 2);
  words.set([bias ? wholePanel(bias).address : 0, dropout && draws ? dropout.step.address : 0], 5);
  return arrays.upload("epilogue", words);
}
