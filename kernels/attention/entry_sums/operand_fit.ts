/**
 * Checks of the operands of sums of entries.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import { UsageError } from "../../../platform/errors.ts";
import { assertFit } from "../../operand_fit.ts";
import { assertBipartite, assertHeads, byEntry } from "../attention_fit.ts";
import type { EntrySumsOperands } from "./entry_sums.ts";

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
