/**
 * Arguments that all kernels of head-spmm on the CPU have alike.
 *
 * @module
 */
import { nnz } from "../../../graph/csr.ts";
import { wholePanel } from "../../plans/plan_wasm.ts";
import { shareCsr } from "../../spmm/plans/device_csr_wasm.ts";
import { patternOf } from "../matrix_pattern.ts";
import type { EntryArrays } from "../plans/entry_call_wasm.ts";
import type { HeadSpmmOperandsOf } from "./head_spmm.ts";

/**
 * Addresses, and strides in bytes; `order` is 0 where the attention has the order of the entries, and X has
 * the stride of Y. The matrix on the device is shared with the plans of spmm.
 */
export type HeadArguments = Readonly<
  Record<
    "rowPtr" | "sources" | "order" | "lastEntry" | "weights" | "weightStride" | "x" | "y" | "yStride",
    number
  >
>;

/**
 * Arguments for operands that fit each other; kernels look up to `ahead` entries ahead.
 *
 * @throws {OutOfMemoryError} where the arena has no room for the matrix.
 */
export function headArguments(
  share: EntryArrays["share"],
  { matrix, attention, order, x, output }: HeadSpmmOperandsOf["wasm"],
  ahead = 0,
): HeadArguments {
  const { rowPtr, sources } = shareCsr(share, { matrix: patternOf(matrix), x, y: output, output }, ahead);
  const from = wholePanel(attention), to = wholePanel(output);
  return {
    rowPtr,
    sources,
    order: order?.address ?? 0,
    lastEntry: Math.max(0, nnz(matrix) - 1),
    weights: from.address,
    weightStride: from.stride,
    x: wholePanel(x).address,
    y: to.address,
    yStride: to.stride,
  };
}
