/**
 * Arguments of the exports of `rows.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../platform/wasm_bindings.ts";

const signatures = {
  gather: {
    x: "usize",
    rows: "usize",
    index: "usize",
    y: "usize",
    stride: "usize",
  },
  scatter: {
    x: "usize",
    rows: "usize",
    index: "usize",
    y: "usize",
    stride: "usize",
  },
  clear: {
    y: "usize",
    stride: "usize",
  },
  assemble: {
    cache: "usize",
    cacheRows: "usize",
    previous: "usize",
    previousRows: "usize",
    place: "usize",
    y: "usize",
    firstStaged: "usize",
    rows: "usize",
    stride: "usize",
  },
} as const;

/** Exports of `rows.wasm`. */
export const rowsWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./rows.wasm", import.meta.url),
  signatures,
);
