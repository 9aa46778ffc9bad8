/**
 * Inputs whose sums are exact in float32: the bound of a sum's rounding grows with its terms, and beside
 * thousands of them hides what a kernel leaves out.
 *
 * @module
 */
import type { Oracle } from "../operation.ts";

/**
 * Terms of a sum from which on its error bound is so wide, a two-thousandth of the terms' absolute values,
 * that a kernel may leave out terms.
 */
const MANY_TERMS = 4096;

/** Step of inputs whose sums are exact: those of products up to a million terms. */
export const EXACT_STEP = 2 ** -3;

/** Whether entries of a result are sums of many terms, all of them multiples of a power of two. */
export function sumsManyExactly<Problem>(
  oracle: Pick<Oracle<Problem>, "shape" | "terms" | "quantum">,
  problem: Problem,
): boolean {
  if (oracle.quantum?.(problem, EXACT_STEP) === undefined) return false;
  const { rows } = oracle.shape(problem);
  for (let row = 0; row < rows; row++) if (oracle.terms(problem, row) >= MANY_TERMS) return true;
  return false;
}
