/**
 * Checks of the operands of sparse-times-dense multiplication with a weight for each entry and head.
 *
 * @module
 */
import { nnz } from "../../../graph/csr.ts";
import { assertFit } from "../../operand_fit.ts";
import { assertHeads, byEntry } from "../attention_fit.ts";
import type { HeadSpmmOperands } from "./head_spmm.ts";

/**
 * Checks the shapes of the operands of `head-spmm`.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertHeadSpmm(operands: HeadSpmmOperands): void {
  const { matrix, attention, order, x, heads, headWidth, output } = operands;
  const action = "multiply by a sparse matrix with weights for each head", cols = heads * headWidth;
  assertHeads(action, heads, headWidth);
  assertFit(action, [
    byEntry("the attention", matrix, attention, heads),
    { name: "X", matrix: x, rows: matrix.cols, cols },
    { name: "Y", matrix: output, rows: matrix.rows, cols },
    ...(order ? [{ name: "the order", buffer: order, words: nnz(matrix) }] : []),
  ]);
}
