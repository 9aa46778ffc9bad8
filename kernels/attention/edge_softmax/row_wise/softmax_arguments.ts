/**
 * Blocks of rows and arguments that all kernels of edge-softmax and its gradient on the CPU have alike.
 *
 * @module
 */
import { nnz } from "../../../../graph/csr.ts";
import type { WasmBuffer } from "../../../../hardware/cpu/device.ts";
import type { CallItems } from "../../../../platform/wasm/bindings.ts";
import { itemsPerBlock, wholePanel } from "../../../plans/plan_wasm.ts";
import type { EntryArrays } from "../../plans/entry_call_wasm.ts";
import type { EdgeSoftmaxOperands } from "../edge_softmax.ts";

/** Cost of an exponential and three visits of an entry, in multiply-adds. */
export const SHARE = 24;
/** Cost of two visits of an entry, in multiply-adds. */
export const SLOPE = 8;

/** Rows that a thread takes at once, where an entry and head cost `work` multiply-adds. */
export function rowBlocks({ matrix, heads }: EdgeSoftmaxOperands, work: number, threads: number): CallItems {
  return { items: matrix.rows, block: itemsPerBlock(matrix.rows, nnz(matrix) * heads * work, threads) };
}

/** Addresses, strides in bytes, and numbers that the softmax and its gradient have alike. */
export function softmaxArguments(
  share: EntryArrays["share"],
  { matrix, scores, heads, negativeSlope, output }: EdgeSoftmaxOperands<WasmBuffer>,
): Readonly<
  Record<"rowPtr" | "colIdx" | "scores" | "scoreStride" | "heads" | "slope" | "y" | "stride", number>
> {
  const from = wholePanel(scores), to = wholePanel(output);
  return {
    rowPtr: share("rowPtr", { of: matrix.rowPtr }).address,
    colIdx: share("colIdx", { of: matrix.colIdx }).address,
    scores: from.address,
    scoreStride: from.stride,
    heads,
    slope: negativeSlope,
    y: to.address,
    stride: to.stride,
  };
}
