/**
 * Register of compare-exchange in machine code.
 *
 * @module
 */
import { type Gpr, low, rax } from "../assembler/operand.ts";
import type { KernelBuilder } from "./kernel_builder.ts";

/**
 * Takes `rax` and returns its lower half, which `lock cmpxchg` compares with memory and replaces by what it
 * finds there.
 *
 * @throws {RangeError} if `rax` is in use.
 */
export function takeCompared(kernel: KernelBuilder): Gpr {
  const register = kernel.general("compared");
  if (register.n !== rax.n) throw new RangeError("Cannot emit compare-exchange: rax is in use");
  return low(register);
}
