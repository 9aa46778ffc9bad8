/**
 * The tail of the standard normal distribution.
 *
 * @module
 */

/**
 * P(Z > z) of a standard normal Z, to about 12 digits, also far in the tail: the series of Abramowitz and
 * Stegun 26.2.11 near the middle, the continued fraction 26.2.14 beyond. NaN of NaN.
 *
 * @example
 * ```ts
 * if (normalUpperTail(0) !== 0.5) throw new Error("half of the values are above the mean");
 * ```
 */
export function normalUpperTail(z: number): number {
  if (z < 0) return 1 - normalUpperTail(-z);
  const density = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  if (z < 3) {
    let term = z;
    let sum = z;
    for (let k = 3; term > sum * 1e-17; k += 2) sum += term *= z * z / k;
    return 0.5 - density * sum;
  }
  let fraction = z;
  for (let k = 100; k > 0; k--) fraction = z + k / fraction;
  return density / fraction;
}
