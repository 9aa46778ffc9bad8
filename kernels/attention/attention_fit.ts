/**
 * Checks that several attention operations make of their operands. Kernels read whatever memory indices and
 * shapes lead to, so operands that do not fit each other are refused before a plan is prepared.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import type { DeviceMatrix } from "../../hardware/dense.ts";
import { UsageError } from "../../platform/errors.ts";
import { assertIndicesBelow, type OperandFit } from "../operand_fit.ts";
import { plural } from "../../platform/text/plural.ts";

/**
 * Checks the number of heads and their width.
 *
 * @throws {UsageError} unless both are whole numbers from 1.
 */
export function assertHeads(action: string, heads: number, headWidth: number): void {
  if (Number.isInteger(heads) && Number.isInteger(headWidth) && heads >= 1 && headWidth >= 1) return;
  throw new UsageError({
    action,
    current: `${plural(heads, "head")} of ${plural(headWidth, "column")}`,
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
      current: `an order of ${plural(order.length, "entry", "entries")}`,
      wanted: `${nnz(matrix)}, as many as the matrix has`,
      next: "take the order of this matrix's own transpose",
    });
  }
  assertIndicesBelow(nnz(matrix), order, action);
}

/**
 * Checks that a matrix has no more rows than columns: the first rows of the scores are those of its rows.
 *
 * @throws {UsageError} where it has more.
 */
export function assertBipartite(action: string, { rows, cols }: CsrMatrix): void {
  if (rows <= cols) return;
  throw new UsageError({
    action,
    current: `a matrix of ${rows} x ${cols}`,
    wanted: "no more rows than columns, for rows are the first of the columns",
    next: "pass the matrix, not its transpose",
  });
}

/** Shape of an operand with a number for each entry of a matrix and head. */
export function byEntry(name: string, matrix: CsrMatrix, operand: DeviceMatrix, heads: number): OperandFit {
  return { name, matrix: operand, rows: nnz(matrix), cols: heads };
}
