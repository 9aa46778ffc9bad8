/**
 * Check that an execution path lies within the operands of its product.
 *
 * @module
 */
import { assertCsr } from "../../graph/csr.ts";
import { UsageError } from "../../platform/errors.ts";
import { assertIndicesBelow } from "../operand_fit.ts";
import type { PathSpmmOperands } from "./path_spmm.ts";

/**
 * Checks every index of a path. Machine code needs it: an index out of range would end the process.
 *
 * @throws {UsageError} where the path's matrix does not fit its lists, or a vertex is no row of X or Y.
 * @throws {ReproError} naming the first row of the path's matrix whose offsets or columns are out of range.
 */
export function assertPathInBounds({ path, x, y }: PathSpmmOperands): void {
  const { matrix, sources, targets } = path, action = "multiply on an execution path";
  assertCsr(matrix);
  if (matrix.rows !== targets.length || matrix.cols !== sources.length) {
    throw new UsageError({
      action,
      current: `a path's matrix of ${matrix.rows} x ${matrix.cols}`,
      wanted: `${targets.length} x ${sources.length}, a row for each target and a column for each source`,
      next: "take matrix, targets and sources of one path",
    });
  }
  assertIndicesBelow(x.rows, sources, action);
  assertIndicesBelow(y.rows, targets, action);
}
