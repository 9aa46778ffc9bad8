/**
 * Epilogues for the WebAssembly kernels that end with one (`assembly/epilogue.ts`): they read its parameters
 * from memory.
 *
 * @module
 */
import type { WasmBuffer } from "../hardware/wasm/device.ts";
import { dropoutConstants, type EpilogueOperands } from "./epilogue.ts";
import { type PlanArrays, wholePanel } from "./plan_wasm.ts";

/**
 * Copies the parameters into the arena; returns their address. Where `draws` is false nothing is drawn,
 * because the sign of y tells what fell.
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
