/**
 * Checks that the operands of a product fit each other.
 *
 * @module
 */
import { assertCsr } from "../../graph/csr.ts";
import type { NumberFormat } from "../../hardware/number_format.ts";
import { assertFit } from "../operand_fit.ts";
import type { SpmmOperands } from "./spmm.ts";

/**
 * Checks the shapes of X, whose format is `features`, and Y: a kernel would silently read or write beyond
 * them.
 *
 * @throws {UsageError} where X or Y does not fit the matrix, or has another format.
 */
export function assertShapes(
  { matrix, x, y }: Pick<SpmmOperands, "matrix" | "x" | "y">,
  features: NumberFormat = "f32",
): void {
  assertFit(`multiply a sparse matrix of ${matrix.rows} x ${matrix.cols}`, [
    { name: "X", matrix: x, rows: matrix.cols, cols: y.cols, format: features },
    { name: "Y", matrix: y, rows: matrix.rows, cols: y.cols },
  ]);
}

/**
 * Checks the shapes and every index of the matrix. Machine code needs it: an index beyond X would end the
 * process, since no trap stops the load.
 *
 * @throws {UsageError} where X or Y does not fit the matrix, or has another format.
 * @throws {ReproError} naming the first row whose offsets or columns are out of range.
 */
export function assertInBounds(
  operands: Pick<SpmmOperands, "matrix" | "x" | "y">,
  features: NumberFormat = "f32",
): void {
  assertCsr(operands.matrix);
  assertShapes(operands, features);
}
