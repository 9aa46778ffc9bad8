/**
 * Sums of the lanes of several vectors at once: for dot products side by side.
 *
 * @module
 */
import { type Vec, vec } from "../assembler/operand.ts";
import type { KernelBuilder } from "./kernel_builder.ts";

/**
 * Adds up the lanes of one to eight vectors, which are lost: lane i of the result is the sum of the i-th,
 * lanes beyond their number are 0. The result is one of four floats for up to four vectors, else of eight.
 * Registers are among the first sixteen, which is where all forms of the instructions reach.
 */
export function sumLanes(kernel: KernelBuilder, vectors: readonly Vec[], zero: Vec): Vec {
  const { a, isa } = kernel;
  const half = kernel.vector("other half"), other = vec(256, half.n);
  const sums = vectors.map((vector) => {
    const sum = vec(256, vector.n);
    if (isa === "avx512") {
      a.vextractf64x4(other, vector, 1);
      a.vaddps(sum, sum, other);
    }
    return sum;
  });
  /** Adds neighbouring lanes, of pairs of vectors within each half. */
  const addNeighbours = (all: readonly Vec[]) =>
    Array.from({ length: Math.ceil(all.length / 2) }, (_, i) => {
      const left = all[2 * i];
      a.vhaddps(left, left, all[2 * i + 1] ?? vec(256, zero.n));
      return left;
    });
  const [low, high] = addNeighbours(addNeighbours(sums));
  const result = vec(high ? 256 : 128, low.n);
  if (high) {
    a.vperm2f128(other, low, high, 0x31);
    a.vinsertf128(low, low, vec(128, high.n), 1);
    a.vaddps(low, low, other);
  } else {
    a.vextractf128(vec(128, other.n), low, 1);
    a.vaddps(result, result, vec(128, other.n));
  }
  kernel.release(half);
  return result;
}
