/**
 * The median and the other quantiles of a sample.
 *
 * @module
 */
import { UsageError } from "../errors.ts";

/** Quantile of at least one value, sorted, none of them NaN. */
function quantileOfSorted(sorted: Float64Array, p: number): number {
  const position = (sorted.length - 1) * p;
  const below = Math.floor(position);
  const fraction = position - below;
  const lo = sorted[below]!;
  if (fraction === 0) return lo;
  const hi = sorted[below + 1]!;
  // The weighted form cannot overflow, but rounds: it is kept between its neighbours.
  return Math.min(hi, Math.max(lo, (1 - fraction) * lo + fraction * hi));
}

/** Number of values up to which insertion is faster than the engine's sort. */
const FEW = 40;

/** Sorts in ascending order, NaN last. */
function sortInPlace(values: Float64Array): Float64Array {
  if (values.length > FEW) return values.sort();
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) return values.sort();
    let place = i;
    for (; place > 0 && values[place - 1]! > value; place--) values[place] = values[place - 1]!;
    values[place] = value;
  }
  return values;
}

/**
 * The `p`-quantile by linear interpolation between order statistics (type 7 of Hyndman and Fan, "Sample
 * quantiles in statistical packages", The American Statistician 1996; the default of R and NumPy). In the
 * unit of the sample.
 *
 * Of no values it is NaN, of one value that value; a NaN among the values makes it NaN.
 *
 * @throws {UsageError} `p` is outside [0, 1].
 *
 * @example
 * ```ts
 * if (quantile([4, 1, 3, 2], 0.25) !== 1.75) throw new Error("quantile");
 * ```
 */
export function quantile(values: ArrayLike<number>, p: number): number {
  if (!(p >= 0 && p <= 1)) {
    throw new UsageError({
      action: "take a quantile",
      current: `p = ${p}`,
      wanted: "a number from 0 to 1",
      next: "pass a share, not a percentage",
    });
  }
  const sorted = sortInPlace(new Float64Array(values));
  const n = sorted.length;
  // Typed arrays sort NaN last.
  return n === 0 || Number.isNaN(sorted[n - 1]) ? NaN : quantileOfSorted(sorted, p);
}

/**
 * Median: the middle value, or the mean of the two middle ones. NaN for no values or where a value is NaN.
 *
 * @example
 * ```ts
 * if (median([5, 1, 3]) !== 3) throw new Error("median");
 * ```
 */
export function median(values: ArrayLike<number>): number {
  return quantile(values, 0.5);
}

/**
 * {@linkcode median} of a buffer that is sorted for it: for statistics of resamples, which are taken by the
 * thousand.
 */
export function medianInPlace(values: Float64Array): number {
  const sorted = sortInPlace(values), n = sorted.length;
  return n === 0 || Number.isNaN(sorted[n - 1]) ? NaN : quantileOfSorted(sorted, 0.5);
}
