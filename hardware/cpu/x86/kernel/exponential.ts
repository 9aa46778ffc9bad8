/**
 * Exponential function of vectors of floats.
 *
 * @module
 */
import { comparison } from "../assembler/comparison.ts";
import { masked, type Memory, type Vec, vec } from "../assembler/operand.ts";
import type { KernelBuilder } from "./kernel_builder.ts";

const LOG2_E = 1.44269504;
/**
 * Natural logarithm of 2 in two parts: the first has so few bits that its product with an exponent is exact
 * (Cody and Waite).
 */
const LN2_HIGH = 0.693359375, LN2_LOW = -2.12194440e-4;
/** Least argument whose exponential is a normal float32. */
const LEAST = -87.33;
/** Coefficients of the polynomial of Cephes' expf, from the highest power on. */
const COEFFICIENTS = [
  ...[1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1],
];
const EXPONENT_BIAS = 127, MANTISSA_BITS = 23;

/**
 * Replaces x, up to 0, by exp(x), to 2 units in the last place; by 0 where the result is not a normal number.
 * Roundings are those of the kernels of WebAssembly, products and sums one by one: both have the same bits.
 */
export function exponential(kernel: KernelBuilder, x: Vec): void {
  const { a, lanes, isa } = kernel;
  const all = (value: number): Memory => a.floats(...Array<number>(lanes).fill(value));
  const registers = [
    kernel.vector("remainder"),
    kernel.vector("power"),
    kernel.vector("product"),
    kernel.vector("sum"),
  ];
  const [r, power, product, sum] = registers.map(({ n }) => vec(x.bits, n));
  // Of two operands of which one is NaN, the second is the maximum.
  a.vmovups(r, all(LEAST));
  a.vmaxps(r, r, x);
  a.vmulps(power, r, all(LOG2_E));
  a.vcvtps2dq(power, power);
  a.vcvtdq2ps(sum, power);
  for (const part of [LN2_HIGH, LN2_LOW]) {
    a.vmulps(product, sum, all(part));
    a.vsubps(r, r, product);
  }
  const [highest, ...others] = COEFFICIENTS;
  a.vmulps(sum, r, all(highest));
  a.vaddps(sum, sum, all(others[0]));
  for (const coefficient of others.slice(1)) {
    a.vmulps(sum, sum, r);
    a.vaddps(sum, sum, all(coefficient));
  }
  for (let i = 0; i < 2; i++) a.vmulps(sum, sum, r);
  a.vaddps(sum, sum, r);
  a.vaddps(sum, sum, all(1));
  a.vpaddd(power, power, a.words(...Array<number>(lanes).fill(EXPONENT_BIAS)));
  a.vpslld(power, power, MANTISSA_BITS);
  if (isa === "avx512") {
    const normal = kernel.mask("normal");
    a.vcmpps(normal, x, all(LEAST), comparison("nlt_uq"));
    a.vmulps(masked(x, normal, { zeroing: true }), sum, power);
    kernel.release(normal);
  } else {
    a.vmulps(sum, sum, power);
    a.vcmpps(product, x, all(LEAST), comparison("lt_oq"));
    a.vandnps(x, product, sum);
  }
  kernel.release(...registers.toReversed());
}
