/**
 * Arguments of the exports of `adam.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../platform/wasm/bindings.ts";

const signatures = {
  adam: {
    p: "usize",
    gradient: "usize",
    m: "usize",
    v: "usize",
    corrections: "usize",
    rate: "f32",
    beta1: "f32",
    rest1: "f32",
    beta2: "f32",
    rest2: "f32",
    epsilon: "f32",
    decay: "f32",
  },
} as const;

/** Exports of `adam.wasm`. */
export const adamWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./adam.wasm", import.meta.url),
  signatures,
);
