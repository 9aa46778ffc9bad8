/**
 * Linear correlation of two quantities, on its own and with others held fixed.
 *
 * @module
 */
import { dotProduct, euclideanNorm, leastSquares } from "./least_squares.ts";
import { studentTTwoSided } from "./student_t.ts";

/** A correlation coefficient with its p value. */
export interface Correlation {
  /** Pearson's r, -1 to 1; NaN where one of the quantities does not vary. */
  readonly r: number;
  /**
   * Two-sided p value of r = 0, by Student's t: the chance of so large an |r| between normal quantities
   * without relation.
   */
  readonly p: number;
  /** Number of observations minus 2, minus the number of controls. */
  readonly degreesOfFreedom: number;
}

/**
 * Share of a quantity's size below which its residual counts as rounding, so that the quantity is constant.
 */
const ROUNDING = 1e-12;

function correlationOf(
  x: readonly number[],
  y: readonly number[],
  degreesOfFreedom: number,
): Correlation {
  const r = Math.max(-1, Math.min(1, dotProduct(x, y) / (euclideanNorm(x) * euclideanNorm(y))));
  return { r, p: correlationPValue(r, degreesOfFreedom), degreesOfFreedom };
}

/**
 * Two-sided p value of a correlation coefficient: `t = r sqrt(df / (1 - r^2))`.
 *
 * @example
 * ```ts
 * import { correlationPValue } from "./correlation.ts";
 * // As eppgcn's Table II prints for the feature width.
 * if (correlationPValue(0.26515, 78).toFixed(4) !== "0.0175") throw new Error("t of 76 degrees of freedom");
 * ```
 */
export function correlationPValue(r: number, degreesOfFreedom: number): number {
  return studentTTwoSided(r * Math.sqrt(degreesOfFreedom / ((1 - r) * (1 + r))), degreesOfFreedom);
}

const undefinedCorrelation = (degreesOfFreedom: number): Correlation => ({
  r: NaN,
  p: NaN,
  degreesOfFreedom,
});

/**
 * Pearson's correlation of two quantities, given by as many observations each. NaN where one does not vary.
 */
export function pearsonCorrelation(x: ArrayLike<number>, y: ArrayLike<number>): Correlation {
  return partialCorrelation(x, y, []);
}

/**
 * The correlation of what is left of two quantities when each is fitted, linearly and with an intercept, by
 * the `controls` (Fisher, "The distribution of the partial correlation coefficient", Metron 3, 1924). Without
 * controls it is Pearson's. NaN where one of the two does not vary beyond what the controls explain, or the
 * controls depend on each other.
 */
export function partialCorrelation(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  controls: readonly ArrayLike<number>[],
): Correlation {
  const degreesOfFreedom = x.length - 2 - controls.length;
  if (degreesOfFreedom < 1 || y.length !== x.length) return undefinedCorrelation(degreesOfFreedom);
  const left = [x, y].map((values) => {
    const rest = leastSquares([new Float64Array(x.length).fill(1), ...controls], values).residuals;
    return euclideanNorm(rest) > ROUNDING * euclideanNorm(values) ? rest : undefined;
  });
  const [a, b] = left;
  return a && b ? correlationOf(a, b, degreesOfFreedom) : undefinedCorrelation(degreesOfFreedom);
}
