/**
 * Arguments of the exports of `gemm.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../platform/wasm/bindings.ts";

const signatures = {
  gemm_naive: {
    inner: "usize",
    cols: "usize",
    a: "usize",
    aRow: "usize",
    aTerm: "usize",
    b: "usize",
    bTerm: "usize",
    bColumn: "usize",
    c: "usize",
    stride: "usize",
    epilogue: "usize",
  },
  gemm_pack: { inner: "usize", b: "usize", stride: "usize", packed: "usize" },
  gemm_pack_transposed: {
    inner: "usize",
    cols: "usize",
    b: "usize",
    bStride: "usize",
    stride: "usize",
    packed: "usize",
  },
  gemm_blocked: {
    rowCount: "usize",
    inner: "usize",
    a: "usize",
    aStride: "usize",
    packed: "usize",
    c: "usize",
    stride: "usize",
    epilogue: "usize",
  },
  gemm_transposed: {
    rowCount: "usize",
    inner: "usize",
    stripes: "usize",
    stripeTiles: "usize",
    partTerms: "usize",
    a: "usize",
    aStride: "usize",
    b: "usize",
    stride: "usize",
    scratch: "usize",
    partials: "usize",
  },
  gemm_sum: {
    parts: "usize",
    partBytes: "usize",
    partials: "usize",
    c: "usize",
    stride: "usize",
    epilogue: "usize",
  },
} as const;

/** Exports of `gemm.wasm`. */
export const gemmWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./gemm.wasm", import.meta.url),
  signatures,
);
