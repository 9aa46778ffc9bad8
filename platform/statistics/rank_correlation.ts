/**
 * Correlation of ranks.
 *
 * @module
 */
import { pearsonCorrelation } from "./correlation.ts";

/** Rank of each value from 1; equal values share the mean of theirs. */
function ranks(values: ArrayLike<number>): number[] {
  const order = Array.from(values, (_, i) => i).sort((a, b) => values[a] - values[b]);
  const found = new Array<number>(order.length);
  for (let start = 0; start < order.length;) {
    let end = start;
    while (end < order.length && values[order[end]] === values[order[start]]) end++;
    for (let i = start; i < end; i++) found[order[i]] = (start + end + 1) / 2;
    start = end;
  }
  return found;
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
