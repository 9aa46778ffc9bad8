/**
 * Arguments of the exports of `head_spmm_scalar.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../../../platform/wasm/bindings.ts";

const signatures = {
  head_spmm_scalar: {
    rowPtr: "usize",
    sources: "usize",
    order: "usize",
    lastEntry: "usize",
    weights: "usize",
    weightStride: "usize",
    x: "usize",
    y: "usize",
    yStride: "usize",
    headOf: "usize",
    width: "usize",
  },
} as const;

/** Exports of `head_spmm_scalar.wasm`. */
export const headSpmmScalarWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./head_spmm_scalar.wasm", import.meta.url),
  signatures,
);
