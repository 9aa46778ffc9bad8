/**
 * Error bound of a float32 sum, from which the tolerance of every check follows.
 *
 * @module
 */

/**
 * Machine epsilon of float32: the distance from 1 to the next number, twice the largest relative error of one
 * rounding.
 */
export const EPS_F32 = 2 ** -23;
/** Absolute tolerance: float32 arithmetic may flush smaller numbers to zero on some devices. */
export const ATOL = 1e-30;

/** Whole numbers up to this one are exact in float32. */
const EXACT = 2 ** 24;

/**
 * Largest error of a float32 sum of `terms` terms whose absolute values sum to `magnitude`.
 *
 * @param quantum Number, a power of two, of which each term is a multiple: every sum of some of them is exact
 * where that of all absolute values would be. Any terms when absent.
 */
export function allowedError(terms: number, magnitude: number, quantum?: number): number {
  if (quantum !== undefined && magnitude <= EXACT * quantum) return ATOL;
  return ATOL + (terms + 2) * EPS_F32 * magnitude;
}
