/**
 * Checks that the dense operands of a product fit its sparse matrix.
 *
 * @module
 */
import { assertFit } from "../operand_fit.ts";
import type { SpmmOperands } from "./spmm.ts";

/**
 * Checks the shapes of X and Y: a kernel would silently read or write beyond them.
 *
 * @throws {UsageError} where X or Y does not fit the matrix.
 */
export function assertShapes({ matrix, x, y }: Pick<SpmmOperands, "matrix" | "x" | "y">): void {
  assertFit(`multiply a sparse matrix of ${matrix.rows} x ${matrix.cols}`, [
    { name: "X", matrix: x, rows: matrix.cols, cols: y.cols },
    { name: "Y", matrix: y, rows: matrix.rows, cols: y.cols },
  ]);
}
