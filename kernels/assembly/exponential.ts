// Exponential function of vectors of four floats. Imported by other modules, not compiled by itself.
const LOG2_E: f32 = 1.44269504;
/**
 * Natural logarithm of 2 in two parts: the first has so few bits that its product with an exponent is exact
 * (Cody and Waite).
 */
const LN2_HIGH: f32 = 0.693359375, LN2_LOW: f32 = -2.12194440e-4;
/** Least argument whose exponential is a normal float32. */
const LEAST: f32 = -87.33;

/** Computes sum x + coefficient, one step of a polynomial. */
// @ts-ignore: decorator
@inline
export function horner(sum: v128, x: v128, coefficient: f32): v128 {
  return f32x4.add(f32x4.mul(sum, x), f32x4.splat(coefficient));
}

/**
 * Computes exp(x) for x up to 0, to 2 units in the last place (the polynomial of Cephes' expf); 0 where the
 * result is not a normal number.
 */
// @ts-ignore: decorator
@inline
export function exp(x: v128): v128 {
  const least = f32x4.splat(LEAST);
  const inside = f32x4.max(x, least);
  const n = f32x4.nearest(f32x4.mul(inside, f32x4.splat(LOG2_E)));
  let r = f32x4.sub(inside, f32x4.mul(n, f32x4.splat(LN2_HIGH)));
  r = f32x4.sub(r, f32x4.mul(n, f32x4.splat(LN2_LOW)));
  let p = horner(f32x4.splat(1.9875691500e-4), r, 1.3981999507e-3);
  p = horner(p, r, 8.3334519073e-3);
  p = horner(p, r, 4.1665795894e-2);
  p = horner(p, r, 1.6666665459e-1);
  p = horner(p, r, 5.0000001201e-1);
  p = f32x4.add(f32x4.add(f32x4.mul(f32x4.mul(p, r), r), r), f32x4.splat(1));
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23);
  return v128.andnot(f32x4.mul(p, power), f32x4.lt(x, least));
}
