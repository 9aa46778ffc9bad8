/**
 * Division of numbers of items by a constant.
 *
 * @module
 */
import type { Gpr } from "../assembler/operand.ts";
import type { KernelBuilder } from "./kernel_builder.ts";

/** Bits of a number of items, which are at most 2^30. */
const ITEM_BITS = 31n;

/**
 * Replaces a number below 2^31 by its whole quotient: a multiplication and a shift (Granlund and Montgomery,
 * "Division by invariant integers using multiplication", 1994).
 */
export function divideBy(kernel: KernelBuilder, register: Gpr, divisor: number): void {
  const { a } = kernel, shift = ITEM_BITS + BigInt(Math.ceil(Math.log2(divisor)));
  const factor = kernel.general("reciprocal"), by = BigInt(divisor);
  a.movabs(factor, (2n ** shift + by - 1n) / by);
  a.imul(register, factor);
  a.shr(register, Number(shift));
  kernel.release(factor);
}
