/**
 * Logarithms of vectors in machine code, with the bits of `kernels/cross_entropy/assembly/`.
 *
 * @module
 */
import { type Formula, words } from "../../hardware/cpu/x86/kernel/formula.ts";
import { polynomial } from "./exponential.ts";

const LN2 = 0.69314718;
const LARGEST_FLOAT = 3.4028234663852886e38;
const BIAS = 127, MANTISSA_BITS = 23, MANTISSA = 0x7f_ffff, ONE = 0x3f80_0000;
/** Mantissa above which the next power of 2 is nearer. */
const ROOT_2 = 1.41421356;

/** Series of 2 artanh(t) / t in the square of t, from the power whose divisor is `most` down. */
function artanhSeries(square: Formula, most: number): Formula {
  const divisors = Array.from({ length: (most + 1) / 2 }, (_, i) => most - 2 * i);
  return polynomial(square, divisors.map((divisor) => 2 / divisor));
}

/** log(1 + e) for e from 0 to 1, to 3 units in the last place: 2 artanh(e / (2 + e)). */
export function log1p(e: Formula): Formula {
  const t = e.over(e.plus(2));
  return t.times(artanhSeries(t.times(t), 15));
}

/**
 * log(s) for s from 1, to 2 units in the last place: 2 artanh((m - 1) / (m + 1)) for the mantissa m, plus the
 * exponent. A number that is not finite stays as it is.
 */
export function log(s: Formula): Formula {
  const mantissa = s.and(words(MANTISSA)).or(words(ONE)), large = mantissa.is("gt", ROOT_2);
  const m = large.choose(mantissa.times(0.5), mantissa);
  const exponent = s.shifted(-MANTISSA_BITS).plusWords(words(-BIAS)).toFloat().plus(large.choose(1, 0));
  const t = m.minus(1).over(m.plus(1));
  const value = exponent.times(LN2).plus(t.times(artanhSeries(t.times(t), 9)));
  return s.is("le", LARGEST_FLOAT).choose(value, s);
}
