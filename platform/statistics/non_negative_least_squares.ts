/**
 * Linear least squares whose coefficients may not be negative: rates and costs.
 *
 * @module
 */
import { sumOf } from "../lists/sum_of.ts";
import { zip } from "../lists/zip.ts";
import { leastSquares, type LeastSquaresFit } from "./least_squares.ts";

/**
 * The coefficients >= 0 that minimise `|A b - y|`. The best fit with bounds is the plain best fit on some
 * subset of the columns, so all subsets are tried: exact, and cheap for the handful of columns that a cost
 * model has (2^columns fits). A column that depends on others is left out of a subset with them. NaN where no
 * observation is given.
 *
 * @example
 * ```ts
 * const { coefficients } = nonNegativeLeastSquares([[1, 1, 1], [0, 1, 2]], [3, 2, 1]);
 * if (coefficients.join() !== "2,0") {
 *   throw new Error("a falling line: the best one that does not fall is the mean");
 * }
 * ```
 */
export function nonNegativeLeastSquares(
  columns: readonly ArrayLike<number>[],
  target: ArrayLike<number>,
): LeastSquaresFit {
  let best: LeastSquaresFit = leastSquares([], target);
  let least = squares(best.residuals);
  best = { ...best, coefficients: new Array<number>(columns.length).fill(target.length === 0 ? NaN : 0) };
  for (let subset = 1; subset < 2 ** columns.length; subset++) {
    const chosen = [...columns.entries()].filter(([j]) => (subset >> j) & 1);
    const fit = leastSquares(chosen.map(([, column]) => column), target);
    const left = squares(fit.residuals);
    if (!(left < least) || fit.coefficients.some((value) => value < 0)) continue;
    least = left;
    const coefficients = new Array<number>(columns.length).fill(0);
    for (const [[j], coefficient] of zip(chosen, fit.coefficients)) coefficients[j] = coefficient;
    best = { ...fit, coefficients };
  }
  return best;
}

function squares(residuals: readonly number[]): number {
  return sumOf(residuals, (value) => value * value);
}
