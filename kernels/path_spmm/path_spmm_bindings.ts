/**
 * Arguments of the exports of `path_spmm.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../platform/wasm/bindings.ts";

const signatures = {
  execution_path: {
    targets: "usize",
    rowPtr: "usize",
    sources: "usize",
    values: "usize",
    x: "usize",
    y: "usize",
    stride: "usize",
  },
  masked: {
    flags: "usize",
    rowPtr: "usize",
    colIdx: "usize",
    values: "usize",
    x: "usize",
    y: "usize",
    stride: "usize",
  },
} as const;

/** Exports of `path_spmm.wasm`. */
export const pathSpmmWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./path_spmm.wasm", import.meta.url),
  signatures,
);
