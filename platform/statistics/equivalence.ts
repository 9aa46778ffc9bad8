/**
 * Equivalence of paired measurements within a fixed margin.
 *
 * @module
 */
import { UsageError } from "../errors.ts";
import { binomialUpperTail } from "./binomial.ts";

/** Outcome of {@linkcode equivalenceTest}. */
export interface Equivalence {
  /** p of "the median ratio is `margin` or more", tested against less. */
  readonly pBelowMargin: number;
  /** p of "the median ratio is `1 / margin` or less", tested against more. */
  readonly pAboveInverse: number;
  /** Larger of the two p: small where the ratio lies within [1 / margin, margin]. */
  readonly p: number;
}

/**
 * Two one-sided tests (Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 1987) that the median of
 * paired ratios lies within [1 / margin, margin], each an exact sign test of the log ratios against its
 * bound. A ratio on a bound counts against equivalence. Few pairs can never show it: 5 are the fewest for p
 * below 0.05.
 *
 * No ratios are no evidence: p is 1. A ratio that is NaN, or not above zero, makes every p NaN.
 *
 * @throws {UsageError} The margin is not above 1.
 *
 * @example
 * ```ts
 * const { p } = equivalenceTest([0.99, 1.01, 1.02, 0.98, 1.0], 1.05);
 * if (p !== 1 / 32) throw new Error("equivalence");
 * ```
 */
export function equivalenceTest(ratios: ArrayLike<number>, margin: number): Equivalence {
  if (!(margin > 1)) {
    throw new UsageError({
      action: "test equivalence",
      current: `a margin of ${margin}`,
      wanted: "a ratio above 1",
      next: "pass 1.05 for five per cent either way",
    });
  }
  const n = ratios.length;
  let below = 0;
  let above = 0;
  for (let i = 0; i < n; i++) {
    if (!(ratios[i] > 0)) return { pBelowMargin: NaN, pAboveInverse: NaN, p: NaN };
    if (ratios[i] < margin) below++;
    if (ratios[i] > 1 / margin) above++;
  }
  const pBelowMargin = binomialUpperTail(below, n);
  const pAboveInverse = binomialUpperTail(above, n);
  return { pBelowMargin, pAboveInverse, p: Math.max(pBelowMargin, pAboveInverse) };
}
