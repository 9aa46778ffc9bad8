/**
 * Arguments of the exports of `attention.wasm`, written by "deno task build:wasm".
 *
 * @module
 */
import { bindWasm, type WasmBindings } from "../../platform/wasm/bindings.ts";

const signatures = {
  block_diagonal: {
    x: "usize",
    xStride: "usize",
    heads: "usize",
    headWidth: "usize",
    y: "usize",
    yStride: "usize",
  },
  block_diagonal_gradient: {
    gradient: "usize",
    gradientStride: "usize",
    heads: "usize",
    headWidth: "usize",
    to: "usize",
    toStride: "usize",
  },
  edge_softmax: {
    rowPtr: "usize",
    colIdx: "usize",
    scores: "usize",
    scoreStride: "usize",
    heads: "usize",
    slope: "f32",
    y: "usize",
    stride: "usize",
  },
  edge_softmax_gradient: {
    rowPtr: "usize",
    colIdx: "usize",
    scores: "usize",
    scoreStride: "usize",
    heads: "usize",
    slope: "f32",
    attention: "usize",
    gradient: "usize",
    y: "usize",
    stride: "usize",
  },
  head_spmm: {
    rowPtr: "usize",
    sources: "usize",
    order: "usize",
    lastEntry: "usize",
    weights: "usize",
    weightStride: "usize",
    x: "usize",
    y: "usize",
    yStride: "usize",
    heads: "usize",
    headBytes: "usize",
  },
  head_spmm_odd: {
    rowPtr: "usize",
    sources: "usize",
    order: "usize",
    lastEntry: "usize",
    weights: "usize",
    weightStride: "usize",
    x: "usize",
    y: "usize",
    yStride: "usize",
    patterns: "usize",
  },
  head_sddmm: {
    rowPtr: "usize",
    sources: "usize",
    a: "usize",
    b: "usize",
    stride: "usize",
    heads: "usize",
    headBytes: "usize",
    y: "usize",
    yStride: "usize",
  },
  entry_sums: {
    rows: "usize",
    rowPtr: "usize",
    columnPtr: "usize",
    order: "usize",
    lastEntry: "usize",
    entries: "usize",
    entryStride: "usize",
    heads: "usize",
    to: "usize",
    toStride: "usize",
  },
} as const;

/** Exports of `attention.wasm`. */
export const attentionWasm: WasmBindings<typeof signatures> = await bindWasm(
  new URL("./attention.wasm", import.meta.url),
  signatures,
);
