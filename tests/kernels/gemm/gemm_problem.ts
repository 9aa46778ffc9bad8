/**
 * Random dense products for tests.
 *
 * @module
 */
import type { GemmProblem } from "../../../kernels/gemm/gemm.ts";
import { RandomStream } from "../../../platform/random.ts";

/** A problem of that shape with random entries in [-1, 1). */
export function randomGemm(rows: number, inner: number, { cols, seed = 1 }: {
  readonly cols: number;
  readonly seed?: number;
}): GemmProblem {
  const stream = new RandomStream(seed, "test product");
  const uniform = () => 2 * stream.uniform() - 1;
  const a = Float32Array.from({ length: rows * inner }, uniform);
  const b = Float32Array.from({ length: inner * cols }, uniform);
  return { a, b, rows, inner, cols };
}
