/**
 * The tail of Student's t distribution, exact to about 12 digits also where it is tiny.
 *
 * @module
 */

/** Lanczos coefficients, g = 7, n = 9 (Godfrey, 2001): ln Gamma to 15 digits. The first has no pole. */
const LANCZOS_CONSTANT = 0.99999999999980993;
/** Those of the poles at 0, -1, -2 and so on. */
const LANCZOS = [
  676.5203681218851,
  -1259.1392167224028,
  771.32342877765313,
  -176.61502916214059,
  12.507343278686905,
  -0.13857109526572012,
  9.9843695780195716e-6,
  1.5056327351493116e-7,
];

/** ln Gamma(x) for x >= 1/2. */
function logGamma(x: number): number {
  const shifted = x - 1;
  const sum = LANCZOS.reduce((sum, value, i) => sum + value / (shifted + (i + 1)), LANCZOS_CONSTANT);
  const base = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(sum);
}

const TINY = 1e-300;
const MOST_TERMS = 10_000;

/**
 * The continued fraction of the incomplete beta function (Abramowitz and Stegun 26.5.8), by Lentz's method.
 */
function betaFraction(x: number, a: number, b: number): number {
  const kept = (value: number) => Math.abs(value) < TINY ? TINY : value;
  let c = 1, d = 1 / kept(1 - (a + b) * x / (a + 1)), fraction = d;
  for (let m = 1; m < MOST_TERMS; m++) {
    const even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / kept(1 + even * d);
    c = kept(1 + even / c);
    fraction *= d * c;
    const odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / kept(1 + odd * d);
    c = kept(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return fraction;
}

/** I_x(a, b) of the regularised incomplete beta function, given x and 1 - x, so that neither loses digits. */
function incompleteBeta(x: number, complement: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (complement <= 0) return 1;
  const scale = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(complement),
  );
  return x < (a + 1) / (a + b + 2)
    ? scale * betaFraction(x, a, b) / a
    : 1 - scale * betaFraction(complement, b, a) / b;
}

/**
 * P(|T| >= |t|) of a T with `degreesOfFreedom` degrees of freedom: the two-sided p value of a t statistic.
 * NaN of NaN, and where there is no degree of freedom.
 *
 * @example
 * ```ts
 * import { studentTTwoSided } from "./student_t.ts";
 * // The quartiles of the Cauchy distribution are -1 and 1.
 * if (Math.abs(studentTTwoSided(1, 1) - 0.5) > 1e-12) throw new Error("one half lies outside");
 * ```
 */
export function studentTTwoSided(t: number, degreesOfFreedom: number): number {
  if (!(degreesOfFreedom > 0) || Number.isNaN(t)) return NaN;
  if (!Number.isFinite(t)) return 0;
  const square = t * t, whole = degreesOfFreedom + square;
  return incompleteBeta(degreesOfFreedom / whole, square / whole, degreesOfFreedom / 2, 0.5);
}
