/**
 * Bound of the loops of an invocation. llvmpipe silently ends all loops of a subgroup after 65,535 iterations
 * together (Mesa, `LP_MAX_TGSI_LOOP_ITERATIONS`), those that its lanes run one after the other too, and the
 * watchdog of a GPU tolerates one long invocation less than many short ones.
 *
 * @module
 */

/**
 * Most iterations of all loops of one invocation, with a reserve for loops that do not depend on the matrix.
 */
export const LOOP_BOUND = 60_000;

/** Number of entries of the longest row. */
export function longestRow(rowPtr: Uint32Array): number {
  let longest = 0;
  for (let row = 1; row < rowPtr.length; row++) longest = Math.max(longest, rowPtr[row] - rowPtr[row - 1]);
  return longest;
}
