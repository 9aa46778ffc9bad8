/**
 * Mean and standard deviation, for quantities that are reported so by convention: accuracies over seeds.
 *
 * @module
 */

/** Arithmetic mean; NaN for no values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Standard deviation of a sample, with n - 1; 0 for one value. */
export function standardDeviation(values: readonly number[]): number {
  if (values.length === 1) return 0;
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}
