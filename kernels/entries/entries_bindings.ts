/**
 * Arguments of the exports of `entries.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../platform/wasm_bindings.ts";

const signatures = {
  copy: {
    x: "usize",
    y: "usize",
  },
  drop: {
    x: "usize",
    y: "usize",
    vectors: "usize",
    step: "usize",
    seed: "i32",
    stream: "i32",
    threshold: "i32",
    scale: "f32",
  },
  gather: {
    x: "usize",
    y: "usize",
    index: "usize",
    last: "usize",
    lastSource: "u32",
  },
  gather_drop: {
    x: "usize",
    y: "usize",
    index: "usize",
    last: "usize",
    lastSource: "u32",
    step: "usize",
    seed: "i32",
    stream: "i32",
    threshold: "i32",
    scale: "f32",
  },
} as const;

/** Exports of `entries.wasm`. */
export const entriesWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./entries.wasm", import.meta.url),
  signatures,
);
