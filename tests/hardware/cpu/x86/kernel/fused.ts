/**
 * Fused multiply-add of 32-bit floats in TypeScript.
 *
 * @module
 */

const double = new Float64Array(1);
const bits = new BigInt64Array(double.buffer);

/**
 * `a * b + c` of 32-bit floats, rounded once.
 *
 * The product is exact in 64 bits, the sum is not: it is rounded to odd (the last bit says that something is
 * missing), after which rounding to 32 bits is right (Boldo and Melquiond 2008).
 */
export function fused(a: number, b: number, c: number): number {
  const product = a * b, sum = product + c;
  const part = sum - product, missing = (product - (sum - part)) + (c - part);
  if (missing === 0 || !Number.isFinite(sum)) return Math.fround(sum);
  double[0] = sum;
  if ((bits[0] & 1n) === 0n) bits[0] += (missing > 0) === (sum > 0) ? 1n : -1n;
  return Math.fround(double[0]);
}
