/**
 * Precondition of every function that reads a matrix as a graph: as many columns as rows.
 *
 * @module
 */
import { ReproError } from "../platform/errors.ts";
import type { CsrMatrix } from "./csr.ts";

/**
 * Refuses a matrix that is not square. `action` is the caller's action, in the infinitive.
 *
 * @throws {ReproError} if the numbers of columns and rows differ.
 */
export function assertSquare(matrix: CsrMatrix, action: string): void {
  if (matrix.rows === matrix.cols) return;
  throw new ReproError({
    action,
    current: `a matrix of ${matrix.rows} x ${matrix.cols}`,
    wanted: "as many columns as rows",
    next: "pass the adjacency of a whole graph or of a diagonal block",
  });
}
