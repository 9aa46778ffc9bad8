/**
 * Exact sign test.
 *
 * @module
 */
import { binomialUpperTail } from "./binomial.ts";

/** Alternative of a test: a first sample that is larger (`greater`), smaller (`less`), or either. */
export type Alternative = "two-sided" | "greater" | "less";

/** Outcome of {@linkcode signTest}. */
export interface SignTest {
  /** Number of differences above zero. */
  readonly positive: number;
  /** Number of differences below zero. */
  readonly negative: number;
  /** Probability of a split at least as uneven if either sign were as likely. */
  readonly p: number;
}

/**
 * Exact sign test of paired differences (Dixon and Mood, "The statistical sign test", JASA 1946); `greater`
 * looks for a median above zero. It assumes independent pairs and nothing of their distribution. Zeros are
 * dropped.
 *
 * No differences, or zeros only, are no evidence: p is 1. A NaN among them makes p NaN.
 *
 * @example
 * ```ts
 * if (signTest([0.1, 0.3, 0.2, 0.4, 0.1], "greater").p !== 1 / 32) throw new Error("sign test");
 * ```
 */
export function signTest(differences: ArrayLike<number>, alternative: Alternative = "two-sided"): SignTest {
  let positive = 0;
  let negative = 0;
  let valid = true;
  for (const difference of Array.from(differences)) {
    if (difference > 0) positive++;
    else if (difference < 0) negative++;
    else if (Number.isNaN(difference)) valid = false;
  }
  if (!valid) return { positive, negative, p: NaN };
  const n = positive + negative;
  switch (alternative) {
    case "greater":
      return { positive, negative, p: binomialUpperTail(positive, n) };
    case "less":
      return { positive, negative, p: binomialUpperTail(negative, n) };
    case "two-sided":
      return { positive, negative, p: Math.min(1, 2 * binomialUpperTail(Math.max(positive, negative), n)) };
  }
}
