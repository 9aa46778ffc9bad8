/**
 * Reduction of the lanes of a vector to one number: for dot products, norms, sums and maxima of rows.
 *
 * @module
 */
import { type Vec, vec } from "../assembler/operand.ts";
import type { KernelBuilder } from "./kernel_builder.ts";

/** Operations that lanes are combined by. */
export type LaneReduction = "vaddps" | "vmaxps" | "vminps";

/**
 * Combines all lanes of a vector; the result is in its lowest lane, the others are left as they come.
 * Halves are combined first: of eight lanes 0 with 4, 1 with 5 and so on, then 0 with 2, then 0 with 1.
 */
export function reduceLanes(kernel: KernelBuilder, vector: Vec, operation: LaneReduction): void {
  const { a, isa } = kernel;
  const other = kernel.vector("other half");
  const [ymm, otherYmm] = [vector, other].map(({ n }) => vec(256, n));
  const [xmm, otherXmm] = [vector, other].map(({ n }) => vec(128, n));
  if (isa === "avx512") {
    a.vextractf64x4(otherYmm, vector, 1);
    a[operation](ymm, ymm, otherYmm);
    // The form of AVX2 reaches sixteen registers only.
    a.vextractf32x4(otherXmm, ymm, 1);
  } else a.vextractf128(otherXmm, ymm, 1);
  a[operation](xmm, xmm, otherXmm);
  kernel.release(other);
  reduceQuad(kernel, vector, operation);
}

/** As {@linkcode reduceLanes}, of the lowest four lanes: 0 with 2 and 1 with 3, then 0 with 1. */
export function reduceQuad(kernel: KernelBuilder, vector: Vec, operation: LaneReduction): void {
  const { a } = kernel, other = kernel.vector("other lanes");
  const [xmm, otherXmm] = [vector, other].map(({ n }) => vec(128, n));
  a.vmovhlps(otherXmm, xmm, xmm);
  a[operation](xmm, xmm, otherXmm);
  a.vmovshdup(otherXmm, xmm);
  a[operation](xmm, xmm, otherXmm);
  kernel.release(other);
}

/**
 * Adds the columns of a vector, a multiple of 4, to the lowest four lanes of `sum`, four after four: the
 * order of additions of vectors of four floats, whatever the length of vectors is here.
 */
export function addQuads(kernel: KernelBuilder, sum: Vec, vector: Vec, columns: number): void {
  const { a, isa } = kernel, quad = kernel.vector("quad");
  const [total, lowest, other] = [sum, vector, quad].map(({ n }) => vec(128, n));
  a.vaddps(total, total, lowest);
  for (let at = 4; at < columns; at += 4) {
    a.emit(isa === "avx512" ? "vextractf32x4" : "vextractf128", other, vector, at / 4);
    a.vaddps(total, total, other);
  }
  kernel.release(quad);
}

/** Repeats the lowest lane of a vector in all lanes. */
export function repeatLowest(kernel: KernelBuilder, vector: Vec): void {
  kernel.a.vbroadcastss(vector, vec(128, vector.n));
}
