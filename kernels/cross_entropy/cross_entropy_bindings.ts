/**
 * Arguments of the exports of `cross_entropy.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../platform/wasm/bindings.ts";

const signatures = {
  softmax_loss: {
    classes: "usize",
    logits: "usize",
    stride: "usize",
    truth: "usize",
    weights: "usize",
    to: "usize",
  },
  softmax_gradient: {
    classes: "usize",
    logits: "usize",
    stride: "usize",
    truth: "usize",
    weights: "usize",
    to: "usize",
  },
  sigmoid_loss: {
    classes: "usize",
    logits: "usize",
    stride: "usize",
    truth: "usize",
    weights: "usize",
    to: "usize",
  },
  sigmoid_gradient: {
    classes: "usize",
    logits: "usize",
    stride: "usize",
    truth: "usize",
    weights: "usize",
    to: "usize",
  },
} as const;

/** Exports of `cross_entropy.wasm`. */
export const crossEntropyWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./cross_entropy.wasm", import.meta.url),
  signatures,
);
