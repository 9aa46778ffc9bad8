/**
 * Checks of the operands of the attention operations. Kernels read whatever memory indices and shapes lead
 * to, so operands that do not fit each other are refused before a plan is prepared.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import { UsageError } from "../../platform/errors.ts";
import { assertFit, assertIndicesBelow, type Fit } from "../operand_fit.ts";
import type {
  BlockDiagonalOperands,
  EdgeSoftmaxGradientOperands,
  EdgeSoftmaxOperands,
  EntrySumsOperands,
  HeadSddmmOperands,
  HeadSpmmOperands,
} from "./attention.ts";

/**
 * Checks the number of heads and their width.
 *
 * @throws {UsageError} unless both are whole numbers from 1.
 */
export function assertHeads(action: string, heads: number, headWidth: number): void {
  if (Number.isInteger(heads) && Number.isInteger(headWidth) && heads >= 1 && headWidth >= 1) return;
  throw new UsageError({
    action,
    current: `${heads} heads of ${headWidth} columns`,
    wanted: "whole numbers from 1",
    next: "divide the columns of the features by the heads",
  });
}

/**
 * Checks the order of entries before it is uploaded.
 *
 * @throws {UsageError} unless it has, for each entry of the matrix, the number of an entry of the attention.
 */
export function assertOrder(action: string, matrix: CsrMatrix, order: Uint32Array): void {
  if (order.length !== nnz(matrix)) {
    throw new UsageError({
      action,
      current: `an order of ${order.length} entries`,
      wanted: `${nnz(matrix)}, as many as the matrix has`,
      next: "take the order of this matrix's own transpose",
    });
  }
  assertIndicesBelow(nnz(matrix), order, action);
}

/** Checks that a matrix has no more rows than columns: the first rows of the scores are those of its rows. */
function assertBipartite(action: string, { rows, cols }: CsrMatrix): void {
  if (rows <= cols) return;
  throw new UsageError({
    action,
    current: `a matrix of ${rows} x ${cols}`,
    wanted: "no more rows than columns, for rows are the first of the columns",
    next: "pass the matrix, not its transpose",
  });
}

function byEntry(
  name: string,
  matrix: CsrMatrix,
  operand: EdgeSoftmaxOperands["output"],
  heads: number,
): Fit {
  return { name, matrix: operand, rows: nnz(matrix), cols: heads };
}

/**
 * Checks the shapes of the operands of `block-diagonal`.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertBlockDiagonal({ x, heads, headWidth, output }: BlockDiagonalOperands): void {
  const action = "write a block-diagonal matrix";
  assertHeads(action, heads, headWidth);
  assertFit(action, [
    { name: "the vectors", matrix: x, rows: 2, cols: heads * headWidth },
    { name: "the result", matrix: output, rows: heads * headWidth, cols: 2 * heads },
  ]);
}

/**
 * Checks the shapes of the operands of `block-diagonal-gradient`.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertBlockDiagonalGradient({ x, heads, headWidth, output }: BlockDiagonalOperands): void {
  const action = "compute the gradient of a block-diagonal matrix";
  assertHeads(action, heads, headWidth);
  assertFit(action, [
    { name: "the gradient", matrix: x, rows: heads * headWidth, cols: 2 * heads },
    { name: "the result", matrix: output, rows: 2, cols: heads * headWidth },
  ]);
}

/**
 * Checks the shapes of the operands of `edge-softmax`.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertEdgeSoftmax({ matrix, scores, heads, output }: EdgeSoftmaxOperands): void {
  const action = "compute a softmax over entries";
  assertHeads(action, heads, 1);
  assertBipartite(action, matrix);
  assertFit(action, [
    { name: "the scores", matrix: scores, rows: matrix.cols, cols: 2 * heads },
    byEntry("the result", matrix, output, heads),
  ]);
}

/**
 * Checks the shapes of the operands of `edge-softmax-gradient`.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertEdgeSoftmaxGradient(operands: EdgeSoftmaxGradientOperands): void {
  const { matrix, heads, attention, gradient } = operands;
  assertEdgeSoftmax(operands);
  assertFit("compute the gradient of a softmax over entries", [
    byEntry("the attention", matrix, attention, heads),
    byEntry("the gradient", matrix, gradient, heads),
  ]);
}

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

/**
 * Checks the shapes of the operands of `head-sddmm`.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertHeadSddmm({ matrix, a, b, heads, headWidth, output }: HeadSddmmOperands): void {
  const action = "multiply two matrices at the entries of a sparse one", cols = heads * headWidth;
  assertHeads(action, heads, headWidth);
  assertFit(action, [
    { name: "A", matrix: a, rows: matrix.rows, cols },
    { name: "B", matrix: b, rows: matrix.cols, cols },
    byEntry("the result", matrix, output, heads),
  ]);
}

/**
 * Checks the shapes of the operands of `entry-sums`.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertEntrySums(operands: EntrySumsOperands): void {
  const { matrix, transposed, order, entries, heads, output } = operands;
  const action = "sum entries by row and by column";
  assertHeads(action, heads, 1);
  assertBipartite(action, matrix);
  assertTranspose(action, matrix, transposed);
  assertFit(action, [
    byEntry("the entries", matrix, entries, heads),
    { name: "the order", buffer: order, words: nnz(matrix) },
    { name: "the result", matrix: output, rows: matrix.cols, cols: 2 * heads },
  ]);
}

function assertTranspose(action: string, matrix: CsrMatrix, transposed: CsrMatrix): void {
  const { rows, cols } = transposed;
  if (rows === matrix.cols && cols === matrix.rows && nnz(transposed) === nnz(matrix)) return;
  throw new UsageError({
    action,
    current: `a transpose of ${rows} x ${cols} with ${nnz(transposed)} entries`,
    wanted: `${matrix.cols} x ${matrix.rows} with ${nnz(matrix)}`,
    next: "transpose this matrix",
  });
}
