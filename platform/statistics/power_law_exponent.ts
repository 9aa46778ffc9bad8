/**
 * Exponent of a power law: the slope of a line through points on logarithmic axes.
 *
 * @module
 */
import { leastSquares } from "./least_squares.ts";

/**
 * Exponent `b` of the power law `a x^b` that fits positive points best, by least squares of the logarithms.
 * NaN for fewer than two different `x`.
 *
 * @example
 * ```ts
 * const points = [[2, 50], [4, 25], [8, 12.5]] as const;
 * if (Math.abs(powerLawExponent(points) + 1) > 1e-12) throw new Error("halved with each doubling");
 * ```
 */
export function powerLawExponent(points: readonly (readonly [x: number, y: number])[]): number {
  const x = points.map(([x]) => Math.log(x)), y = points.map(([, y]) => Math.log(y));
  const [, exponent = NaN] = leastSquares([x.map(() => 1), x], y).coefficients;
  return exponent;
}
