/**
 * Epilogues of WebAssembly kernels (`assembly/epilogue.ts`), which read the parameters from memory.
 *
 * @module
 */
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import { dropoutConstants, type EpilogueOperands } from "./epilogue.ts";
import { type PlanArrays, wholePanel } from "../plans/plan_wasm.ts";

/**
 * Copies an epilogue's parameters into the arena and returns their address. Where `draws` is false, no mask
 * is drawn, because the sign of y tells which entries were dropped.
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
