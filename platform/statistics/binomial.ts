/**
 * Tail of a fair coin's binomial distribution, exact up to rounding.
 *
 * @module
 */

/** Number of throws from which the largest binomial coefficient could exceed the range of a double. */
const MANY_THROWS = 1000;

/**
 * P(X >= k) for X heads among `n` throws of a fair coin. 1 where `k` is 0 or less, 0 where `k` is above `n`.
 * Costs O(n).
 *
 * The coefficients are built outwards from the largest one: as integers, so without any rounding up to about
 * 50 throws, and in multiples of that one where there are many, so that nothing overflows.
 *
 * @example
 * ```ts
 * if (binomialUpperTail(3, 3) !== 1 / 8) throw new Error("three heads of three");
 * ```
 */
export function binomialUpperTail(k: number, n: number): number {
  const middle = n >> 1;
  let largest = 1;
  if (n <= MANY_THROWS) { for (let i = 0; i < middle; i++) largest = largest * (n - i) / (i + 1); }
  let total = largest;
  let upper = middle >= k ? largest : 0;
  // Both sides end with a weight of 0: beyond n, below 0, or where it is too small for a double.
  for (let i = middle, weight = largest; weight > 0; i++) {
    weight = weight * (n - i) / (i + 1);
    total += weight;
    if (i + 1 >= k) upper += weight;
  }
  for (let i = middle, weight = largest; weight > 0; i--) {
    weight = weight * i / (n - i + 1);
    total += weight;
    if (i - 1 >= k) upper += weight;
  }
  return upper / total;
}
