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
  a.vmovhlps(otherXmm, xmm, xmm);
  a[operation](xmm, xmm, otherXmm);
  a.vmovshdup(otherXmm, xmm);
  a[operation](xmm, xmm, otherXmm);
  kernel.release(other);
}
