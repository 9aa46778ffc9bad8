/**
 * Looks of a sequential measurement: numbers of rounds at which it may end, and their shares of one error.
 *
 * @module
 */

/** Rounds between two looks. */
const STRIDE = 8;

/** Number of looks that share one error. */
const MOST_LOOKS = 4;

/** Least number of rounds for a decision: that of the first look. */
export const FEWEST_ROUNDS = 15;

/** Number of rounds of the last look. */
export const MOST_ROUNDS: number = FEWEST_ROUNDS + (MOST_LOOKS - 1) * STRIDE;

/**
 * Numbers of rounds at which a measurement of at least `least` and at most `most` rounds may end: 15, 23, 31
 * and 39 where a claim is decided.
 *
 * @example
 * ```ts
 * if (looksBetween(15, 39).join() !== "15,23,31,39") throw new Error("four looks");
 * if (looksBetween(3, 3).join() !== "3") throw new Error("one look");
 * ```
 */
export function looksBetween(least: number, most: number): readonly number[] {
  const looks: number[] = [];
  for (let rounds = least; rounds < most; rounds += STRIDE) looks.push(rounds);
  return [...looks, most];
}

/**
 * Corrects the p of a test for the looks that its measurement may have had: the first look has half of the
 * error, the second a quarter, the third and the fourth an eighth each (Bonferroni with weights; DeMets and
 * Lan, Statistics in Medicine 1994, call it spending). It depends on the number of rounds alone, so that a
 * measurement that never looked pays as well, and nobody has to know which one did.
 *
 * @example
 * ```ts
 * if (sharedP(0.01, 15) !== 0.02 || sharedP(0.01, 39) !== 0.08) throw new Error("shares");
 * ```
 */
export function sharedP(p: number, rounds: number): number {
  const look = Math.max(1, Math.ceil((rounds - FEWEST_ROUNDS) / STRIDE) + 1);
  return Math.min(1, p * 2 ** Math.min(look, MOST_LOOKS - 1));
}
