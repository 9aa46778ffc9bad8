/**
 * The truth about dense matrix multiplication, in float64.
 *
 * @module
 */
import type { Oracle } from "../operation.ts";
import type { GemmProblem } from "./gemm.ts";

/** `C = A B`, a row at a time; a projection `C w` is computed as `A (B w)`, in O((rows + cols) * inner). */
export const gemmOracle: Oracle<GemmProblem> = {
  shape: ({ rows, cols }) => ({ rows, cols }),
  terms: ({ inner }) => inner,
  row({ a, b, inner, cols }, row, value, magnitude) {
    value.fill(0);
    magnitude.fill(0);
    for (let k = 0; k < inner; k++) {
      const left = a[row * inner + k];
      for (let col = 0; col < cols; col++) {
        const term = left * b[k * cols + col];
        value[col] += term;
        magnitude[col] += Math.abs(term);
      }
    }
    return inner;
  },
  project({ a, b, rows, inner, cols }, weights) {
    const projected = new Float64Array(inner), projectedMagnitude = new Float64Array(inner);
    for (let k = 0; k < inner; k++) {
      for (let col = 0; col < cols; col++) {
        const term = b[k * cols + col] * weights[col];
        projected[k] += term;
        projectedMagnitude[k] += Math.abs(term);
      }
    }
    const value = new Float64Array(rows), magnitude = new Float64Array(rows);
    for (let row = 0; row < rows; row++) {
      for (let k = 0; k < inner; k++) {
        const left = a[row * inner + k];
        value[row] += left * projected[k];
        magnitude[row] += Math.abs(left) * projectedMagnitude[k];
      }
    }
    return { value, magnitude };
  },
};
