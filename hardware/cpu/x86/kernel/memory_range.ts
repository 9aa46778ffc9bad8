/**
 * Ranges of floats in memory, such as whole rows of a matrix: multiples of four floats.
 *
 * @module
 */
import { type Gpr, mem, vec, type VectorBits } from "../assembler/operand.ts";
import type { KernelBuilder } from "./kernel_builder.ts";
import { loop } from "./loop.ts";
import { reduceLanes } from "./reduce_lanes.ts";

const QUAD_BYTES = 16;

/**
 * Emits a loop over a range: `body` for the floats at a register in a whole vector, and for four floats, of
 * which as many follow as whole vectors leave.
 */
function alongFloats(
  kernel: KernelBuilder,
  { name, from, end }: { readonly name: string; readonly from: Gpr; readonly end: Gpr },
  body: (at: Gpr, bits: VectorBits) => void,
): void {
  const { a, bits } = kernel, bytes = bits / 8;
  const at = kernel.general("place in the range"), limit = kernel.general("end of whole vectors");
  a.mov(at, from);
  a.lea(limit, mem(end, QUAD_BYTES - bytes));
  loop(kernel, { name, at, end: limit, step: bytes }, () => body(at, bits));
  loop(kernel, { name: `${name}_rest`, at, end, step: QUAD_BYTES }, () => body(at, 128));
  kernel.release(at, limit);
}

/** Sets the floats from `from` to `end` to 0. */
export function clearMemory(kernel: KernelBuilder, from: Gpr, end: Gpr): void {
  const { a } = kernel, zero = kernel.vector("zero");
  a.vxorps(zero, zero, zero);
  alongFloats(kernel, { name: "clear", from, end }, (at, bits) => a.vmovups(mem(at), vec(bits, zero.n)));
  kernel.release(zero);
}

/** Sets the parity flag if a float from `from` to `end` is not finite, else clears it: `jp`, `jnp`. */
export function testFinite(kernel: KernelBuilder, from: Gpr, end: Gpr): void {
  const { a } = kernel, float = kernel.vector("float");
  const whole = kernel.vector("differences in vectors"), rest = kernel.vector("differences behind them");
  for (const sum of [whole, rest]) a.vxorps(sum, sum, sum);
  alongFloats(kernel, { name: "finite", from, end }, (at, bits) => {
    // A finite number less itself is 0, any other NaN, and so is a sum with it.
    const value = vec(bits, float.n), sum = vec(bits, bits === 128 ? rest.n : whole.n);
    a.vmovups(value, mem(at));
    a.vsubps(value, value, value);
    a.vaddps(sum, sum, value);
  });
  a.vaddps(whole, whole, rest);
  reduceLanes(kernel, whole, "vaddps");
  a.vucomiss(vec(128, whole.n), vec(128, whole.n));
  kernel.release(float, whole, rest);
}
