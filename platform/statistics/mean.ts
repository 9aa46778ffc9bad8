/**
 * Mean and standard deviation, for quantities that are reported so by convention: accuracies over seeds.
 *
 * @module
 */
import { sumOf } from "../lists/sum_of.ts";

/** Arithmetic mean; NaN for no values. */
export function mean(values: readonly number[]): number {
  return sumOf(values) / values.length;
}

/** Standard deviation of a sample, with n - 1; 0 for one value. */
export function standardDeviation(values: readonly number[]): number {
  if (values.length === 1) return 0;
  const centre = mean(values);
  const squares = sumOf(values, (value) => (value - centre) ** 2);
  return Math.sqrt(squares / (values.length - 1));
}
