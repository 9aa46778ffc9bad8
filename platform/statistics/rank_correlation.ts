/**
 * Correlation of ranks.
 *
 * @module
 */
import { groupBy } from "../lists/group_by.ts";
import { pearsonCorrelation } from "./correlation.ts";

/** Rank of each value from 1; equal values share the mean of theirs. */
function ranks(values: ArrayLike<number>): number[] {
  const list = Array.from(values), rankOf = new Map<number, number>();
  let below = 0;
  for (const [value, { length }] of groupBy(list.toSorted((a, b) => a - b), (value) => value)) {
    rankOf.set(value, below + (length + 1) / 2);
    below += length;
  }
  return list.map((value) => rankOf.get(value)!);
}

/**
 * Spearman's rank correlation of two quantities, from -1 to 1: whether one orders things as the other does.
 * NaN where one of them does not vary.
 *
 * @example
 * ```ts
 * import { rankCorrelation } from "./rank_correlation.ts";
 * if (Math.abs(rankCorrelation([1, 2, 3], [1, 10, 1000]) - 1) > 1e-12) throw new Error("the same order");
 * ```
 */
export function rankCorrelation(x: ArrayLike<number>, y: ArrayLike<number>): number {
  return pearsonCorrelation(ranks(x), ranks(y)).r;
}
