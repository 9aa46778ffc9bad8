/**
 * How long the loops of an invocation may be. llvmpipe ends all loops of an invocation after 65,535 iterations together and says
 * nothing; a GPU's watchdog has less patience with one invocation than with many.
 *
 * @module
 */

/** Most iterations of all loops of one invocation, with room for those that do not depend on the matrix. */
export const LOOP_BOUND = 60_000;

/** Entries of the longest row. */
export function longestRow(rowPtr: Uint32Array): number {
  let longest = 0;
  for (let row = 1; row < rowPtr.length; row++) longest = Math.max(longest, rowPtr[row] - rowPtr[row - 1]);
  return longest;
}
