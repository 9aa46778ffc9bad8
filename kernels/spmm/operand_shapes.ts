/**
 * Whether the dense operands of a product fit its sparse matrix.
 *
 * @module
 */
import { assertFit } from "../operand_fit.ts";
import type { SpmmOperands } from "./spmm.ts";

/**
 * Compares the shapes: a kernel would read or write past X or Y and say nothing.
 *
 * @throws {UsageError} where X or Y does not fit the matrix.
 */
export function assertShapes({ matrix, x, y }: Pick<SpmmOperands, "matrix" | "x" | "y">): void {
  assertFit(`multiply a sparse matrix of ${matrix.rows} x ${matrix.cols}`, [
    { name: "X", matrix: x, rows: matrix.cols, cols: y.cols },
    { name: "Y", matrix: y, rows: matrix.rows, cols: y.cols },
  ]);
}
