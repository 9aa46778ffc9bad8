/**
 * Exponential function of vectors in machine code, with the bits of `kernels/assembly/exponential.ts`.
 *
 * @module
 */
import { constant, type Formula, words } from "../../hardware/cpu/x86/kernel/formula.ts";

const LOG2_E = 1.44269504;
/**
 * Natural logarithm of 2 in two parts: the first has so few bits that its product with an exponent is exact
 * (Cody and Waite).
 */
const LN2_HIGH = 0.693359375, LN2_LOW = -2.12194440e-4;
/** Least argument whose exponential is a normal float32. */
const LEAST = -87.33;
/** Coefficients of the polynomial of Cephes' expf, the highest power first. */
const COEFFICIENTS = [
  1.9875691500e-4,
  1.3981999507e-3,
  8.3334519073e-3,
  4.1665795894e-2,
  1.6666665459e-1,
  5.0000001201e-1,
];
const BIAS = 127, MANTISSA_BITS = 23;

/** Polynomial of x by Horner's rule, the coefficient of the highest power first. */
export function polynomial(x: Formula, [highest, ...others]: readonly number[]): Formula {
  return others.reduce((sum, coefficient) => sum.times(x).plus(coefficient), constant(highest));
}

/**
 * exp(x) for x up to 0, to 2 units in the last place; 0 where the result is not a normal number.
 */
export function exp(x: Formula): Formula {
  const inside = constant(LEAST).max(x);
  const n = inside.times(LOG2_E).rounded();
  const r = inside.minus(n.times(LN2_HIGH)).minus(n.times(LN2_LOW));
  const p = polynomial(r, COEFFICIENTS).times(r).times(r).plus(r).plus(1);
  const power = n.toWord().plusWords(words(BIAS)).shifted(MANTISSA_BITS);
  return x.is("nlt", LEAST).keep(p.times(power));
}
