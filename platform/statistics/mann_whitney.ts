/**
 * Mann-Whitney U test of two independent samples.
 *
 * @module
 */
import { normalUpperTail } from "./normal.ts";

/** Outcome of {@linkcode mannWhitney}. */
export interface MannWhitney {
  /** Number of pairs (a, b) in which the first sample's value is the larger one; a tie counts a half. */
  readonly u: number;
  /** Probability of a `u` at least as extreme if both samples came from one distribution. */
  readonly p: number;
}

/**
 * Largest product of the sample sizes for which the exact distribution is tabulated (about a million
 * additions).
 */
const EXACT_PAIRS = 1024;

/** counts[u]: the interleavings of `n1` and `n2` distinct values that have this U. */
function exactCounts(n1: number, n2: number): Float64Array {
  // table[j - 1] holds the counts of (i, j). Either the largest value is an a, which beats all j b's, or it
  // is a b, which beats nothing: counts(i, j)[u] = counts(i - 1, j)[u - j] + counts(i, j - 1)[u].
  const one = Float64Array.of(1);
  const table = new Array<Float64Array>(n2).fill(one);
  for (let i = 1; i <= n1; i++) {
    let shorter = one;
    for (const [at, earlier] of table.entries()) {
      const j = at + 1, counts = new Float64Array(i * j + 1);
      counts.set(earlier, j);
      for (let u = 0; u < shorter.length; u++) counts[u]! += shorter[u]!;
      table[at] = shorter = counts;
    }
  }
  return table.at(-1) ?? one;
}

function exactUpperTail(u: number, counts: Float64Array): number {
  let total = 0;
  let upper = 0;
  for (const [i, count] of counts.entries()) {
    total += count;
    if (i >= u) upper += count;
  }
  return upper / total;
}

/**
 * Two-sided Mann-Whitney U test (Mann and Whitney, Annals of Mathematical Statistics 1947). The distribution
 * of U is exact where there are no ties and at most 1,024 pairs; else normal, with tie and continuity
 * corrections.
 *
 * An empty sample, or samples that are all ties, are no evidence: p is 1. A NaN in either makes u and p NaN.
 *
 * @example
 * ```ts
 * const { u, p } = mannWhitney([4, 5, 6], [1, 2, 3]);
 * if (u !== 9 || Math.abs(p - 0.1) > 1e-12) throw new Error("Mann-Whitney");
 * ```
 */
export function mannWhitney(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
): MannWhitney {
  const n1 = a.length;
  const n2 = b.length;
  const n = n1 + n2;
  const pooled = new Float64Array(n);
  pooled.set(Float64Array.from(a));
  pooled.set(Float64Array.from(b), n1);
  if (pooled.some(Number.isNaN)) return { u: NaN, p: NaN };
  // A comparison that is NaN, of two infinities of one sign, says that they are equal.
  const order = Uint32Array.from(pooled, (_, i) => i).sort((i, j) => pooled[i]! - pooled[j]!);

  let rankSum = 0;
  let ties = 0;
  for (let start = 0, end = 0; start < n; start = end) {
    let fromA = 0;
    const value = pooled[order[start]!];
    while (end < n && pooled[order[end]!] === value) if (order[end++]! < n1) fromA++;
    const run = end - start;
    rankSum += fromA * (start + end + 1) / 2;
    ties += run * (run * run - 1);
  }
  const u = rankSum - n1 * (n1 + 1) / 2;

  let upperTail: (u: number) => number;
  if (ties === 0 && n1 * n2 <= EXACT_PAIRS) {
    const counts = exactCounts(n1, n2);
    upperTail = (u) => exactUpperTail(u, counts);
  } else {
    const deviation = Math.sqrt(n1 * n2 / 12 * (n + 1 - ties / (n * (n - 1))));
    if (!(deviation > 0)) return { u, p: 1 };
    upperTail = (u) => normalUpperTail((u - n1 * n2 / 2 - 0.5) / deviation);
  }
  return { u, p: Math.min(1, 2 * Math.min(upperTail(u), upperTail(n1 * n2 - u))) };
}
