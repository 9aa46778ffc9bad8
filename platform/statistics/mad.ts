/**
 * The median absolute deviation of a sample.
 *
 * @module
 */
import { median } from "./median.ts";

/**
 * Raw median absolute deviation, `median(|x - median(x)|)`, in the unit of the sample. It is not scaled by
 * 1.4826, so it does not estimate a standard deviation: half of the values lie within one MAD of the median.
 * NaN for no values or where a value is NaN or infinite; 0 for one value.
 *
 * @example
 * ```ts
 * if (medianAbsoluteDeviation([1, 2, 3, 4, 100]) !== 1) throw new Error("MAD");
 * ```
 */
export function medianAbsoluteDeviation(values: ArrayLike<number>): number {
  const center = median(values);
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return NaN;
  return median(Float64Array.from(values, (value) => Math.abs(value - center)));
}
