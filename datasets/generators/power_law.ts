/**
 * Bounded power laws: sizes and degrees that differ by at most a chosen factor.
 *
 * @module
 */

/**
 * A law of sizes or degrees: density proportional to x^-exponent between 1 and `spread`, scaled as needed.
 */
export interface BoundedPowerLaw {
  /** Exponent, greater than 1. */
  readonly exponent: number;
  /** Ratio of the greatest to the smallest value; 1 makes all equal. */
  readonly spread: number;
}

/** Quantile of a bounded power law: the value below which the share `u` lies. */
export function powerLawQuantile(u: number, { exponent, spread }: BoundedPowerLaw): number {
  return (1 + u * (spread ** (1 - exponent) - 1)) ** (1 / (1 - exponent));
}

/**
 * Cuts `0..total` into `parts` runs: `parts + 1` starts. Sizes are the law's quantiles, not draws, so that
 * they scale exactly.
 */
export function partitionByLaw(total: number, parts: number, law: BoundedPowerLaw): Uint32Array {
  const cumulative = new Float64Array(parts + 1);
  for (let p = 0; p < parts; p++) {
    cumulative[p + 1] = cumulative[p] + powerLawQuantile((p + 0.5) / parts, law);
  }
  return Uint32Array.from(cumulative, (sum) => Math.round(total * sum / cumulative[parts]));
}
