/**
 * Linear least squares by Householder reflections.
 *
 * @module
 */
import { sumOf } from "../lists/sum_of.ts";
import { zip } from "../lists/zip.ts";

/** A fitted linear function. */
export interface LeastSquaresFit {
  /** One coefficient a column of the design. */
  readonly coefficients: readonly number[];
  /** Target minus fitted value, one an observation. */
  readonly residuals: readonly number[];
  /**
   * 1 - (squared residuals) / (squared deviations from the mean of the target); 1 where the target is
   * constant and met.
   */
  readonly rSquared: number;
}

/** Share of the target's length below which a deviation from it is rounding. */
const ROUNDING = 1e-12;

/** Share of its length below which the residual of a column makes it a combination of those before it. */
const DEPENDENT = 1e-11;

/**
 * The coefficients that minimise `|A b - y|` for a design A given by its columns (an intercept is a column of
 * ones). Columns are scaled to length 1 first, so that vertices in millions and degrees in units do not cost
 * digits; the QR decomposition never squares the condition number (Golub and Van Loan, Matrix Computations,
 * section 5.3.2).
 *
 * All coefficients and residuals are NaN where there are fewer observations than columns, or where the
 * columns depend on each other: no coefficient is the best one then.
 *
 * @example
 * ```ts
 * const { coefficients } = leastSquares([[1, 1, 1], [0, 1, 2]], [5, 7, 9]);
 * if (Math.abs(coefficients[1] - 2) > 1e-12) throw new Error("the slope is 2");
 * ```
 */
export function leastSquares(
  columns: readonly ArrayLike<number>[],
  target: ArrayLike<number>,
): LeastSquaresFit {
  const observations = target.length, count = columns.length;
  const undetermined = () => ({
    coefficients: new Array<number>(count).fill(NaN),
    residuals: new Array<number>(observations).fill(NaN),
    rSquared: NaN,
  });
  if (observations < count || columns.some(({ length }) => length !== observations)) return undetermined();
  const scales = columns.map(euclideanNorm);

  const a = zip(columns, scales).map(([column, scale]) =>
    Float64Array.from(column, (value) => value / scale)
  );
  const y = Float64Array.from(target);
  const diagonal = new Float64Array(count);
  // There are at least as many observations as columns, so all indices below are within.
  for (const [j, pivot] of a.entries()) {
    const length = Math.sqrt(dotProduct(pivot, pivot, j));
    if (!(length > DEPENDENT)) return undetermined();
    const head = pivot[j]!, reflected = head > 0 ? -length : length;
    diagonal[j] = reflected;
    pivot[j] = head - reflected;
    // The reflection is I - v v^T / (v^T v / 2), v in the pivot column from j on.
    const half = -reflected * pivot[j];
    for (const other of [...a.slice(j + 1), y]) {
      const share = dotProduct(pivot, other, j) / half;
      for (let i = j; i < observations; i++) other[i]! -= share * pivot[i]!;
    }
  }
  const solved = new Float64Array(count);
  for (let j = count - 1; j >= 0; j--) {
    let sum = y[j]!;
    for (let k = j + 1; k < count; k++) sum -= a[k]![j]! * solved[k]!;
    solved[j] = sum / diagonal[j]!;
  }
  const coefficients = scales.map((scale, j) => solved[j]! / scale);

  const terms = zip(coefficients, columns);
  const residuals = Array.from(
    target,
    (value, i) => value - sumOf(terms, ([coefficient, column]) => coefficient * column[i]!),
  );
  return { coefficients, residuals, rSquared: rSquaredOf(residuals, target) };
}

/** The length of a vector. */
export function euclideanNorm(values: ArrayLike<number>): number {
  return Math.sqrt(dotProduct(values, values));
}

/** The sum of the products of two vectors of one length, from an index on. */
export function dotProduct(x: ArrayLike<number>, y: ArrayLike<number>, from = 0): number {
  let sum = 0;
  for (let i = from; i < x.length; i++) sum += x[i]! * y[i]!;
  return sum;
}

function rSquaredOf(residuals: readonly number[], target: ArrayLike<number>): number {
  const values = Array.from(target);
  const mean = sumOf(values) / values.length;
  const total = sumOf(values, (value) => (value - mean) ** 2);
  const left = sumOf(residuals, (value) => value * value);
  const rounding = ROUNDING ** 2 * dotProduct(target, target);
  if (total <= rounding) return left <= rounding ? 1 : 0;
  return 1 - left / total;
}
