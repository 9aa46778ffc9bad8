/**
 * Accesses of fastgl's aggregation kernels, by the formulas of Section 4.2, on a given matrix.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";

/**
 * The kernels that Section 4.2 compares: the naive one as equation 3 counts it, as compilers make it, and
 * Memory-Aware.
 */
export type AggregationKernel = "naive-rmw" | "naive-register" | "memory-aware";

/** Accesses of numbers by where they are served from. */
export interface AggregationAccesses {
  /** Global memory. */
  readonly global: number;
  /** Shared memory or registers. */
  readonly near: number;
}

/**
 * Accesses of one aggregation of `width` features: of a target with N neighbours, N d of features, N d of
 * weights and (N - 1) d of its sum (equation 3). Memory-Aware fetches each weight from global memory once and
 * finds it and the sum in shared memory afterwards (equation 4); a naive kernel whose sum is in a register
 * has that near as well.
 *
 * @example
 * ```ts
 * import { aggregationAccesses } from "./aggregation_accesses.ts";
 * const matrix = { rows: 1, cols: 5, rowPtr: Uint32Array.of(0, 5), colIdx: Uint32Array.of(0, 1, 2, 3, 4) };
 * const { global, near } = aggregationAccesses("memory-aware", matrix, 64);
 * if (global !== 5 * 64 + 5 || near !== 4 * 64 + 5 * 63) throw new Error("equation 4");
 * ```
 */
export function aggregationAccesses(
  kernel: AggregationKernel,
  matrix: CsrMatrix,
  width: number,
): AggregationAccesses {
  const entries = nnz(matrix);
  let targets = 0;
  for (let row = 0; row < matrix.rows; row++) if (matrix.rowPtr[row + 1] > matrix.rowPtr[row]) targets++;
  const features = entries * width, weights = entries * width, sums = (entries - targets) * width;
  switch (kernel) {
    case "naive-rmw":
      return { global: features + weights + sums, near: 0 };
    case "naive-register":
      return { global: features + weights, near: sums };
    case "memory-aware":
      return { global: features + entries, near: sums + weights - entries };
    default:
      throw kernel satisfies never;
  }
}
