/**
 * Bounds of the sums of rows, which determine the scales of their fixed point together with the largest |x|
 * of the columns.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { NeighborGroups } from "../../../graph/neighbor_groups.ts";
import { rowMagnitude } from "./row_magnitude.ts";

/**
 * Rows of X that a thread takes at once when it searches for the largest |x|: few enough to stay in a cache.
 */
export const MAGNITUDE_BLOCK = 256;

/** Exponent bounds outside the range of float32: for a row of zeros, and for a row that is not finite. */
const [NOTHING, EVERYTHING] = [-1000, 1000];

/**
 * Computes, for rows of several groups, the exponent of a power of two that no sum of the row exceeds if no
 * |x| exceeds 1: the sum of its |values|, rounded up. With the largest |x| of each column, found in every
 * run, it determines the scale.
 */
export function rowBounds(matrix: CsrMatrix, { groupPtr }: NeighborGroups): Int32Array {
  const bounds = new Int32Array(groupPtr.length);
  for (let row = 0; row + 1 < groupPtr.length; row++) {
    if (groupPtr[row + 1] - groupPtr[row] < 2) continue;
    const sum = rowMagnitude(matrix, row);
    bounds[row] = sum === 0 ? NOTHING : Number.isFinite(sum) ? Math.ceil(Math.log2(sum)) : EVERYTHING;
  }
  return bounds;
}
