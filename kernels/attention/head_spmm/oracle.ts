/**
 * Oracle of products with a weight for each entry and head, in float64.
 *
 * @module
 */
import { rowLength } from "../../../graph/csr.ts";
import type { HostNumbers, Oracle } from "../../operation.ts";
import type { HeadSpmmProblem } from "./head_spmm.ts";

/**
 * Oracle of `y[r, h d + k] = sum over entries e of row r of attention[order[e], h] x[column of e, h d + k]`;
 * a projection `y w` is computed from the heads of `x w`, in O((nnz + cols * d) * heads).
 */
export const headSpmmOracle: Oracle<HeadSpmmProblem> = {
  shape: ({ matrix, heads, headWidth }) => ({ rows: matrix.rows, cols: heads * headWidth }),
  terms: ({ matrix }, row) => rowLength(matrix, row),
  quantum: (_problem, step) => step * step,
  row({ matrix, attention, order, x, heads, headWidth }, row, value, magnitude) {
    const cols = heads * headWidth;
    value.fill(0);
    magnitude.fill(0);
    for (let entry = matrix.rowPtr[row]; entry < matrix.rowPtr[row + 1]; entry++) {
      const from = matrix.colIdx[entry] * cols, weights = (order ? order[entry] : entry) * heads;
      for (let head = 0, col = 0; head < heads; head++) {
        const weight = attention[weights + head];
        for (let k = 0; k < headWidth; k++, col++) {
          const term = weight * x[from + col];
          value[col] += term;
          magnitude[col] += Math.abs(term);
        }
      }
    }
    return rowLength(matrix, row);
  },
  project({ matrix: { rows, cols, rowPtr, colIdx }, attention, order, x, heads, headWidth }, weights) {
    const projected = projectHeads(x, { count: cols, heads, headWidth, weights });
    const value = new Float64Array(rows), magnitude = new Float64Array(rows);
    for (let row = 0; row < rows; row++) {
      let sum = 0, sumMagnitude = 0;
      for (let entry = rowPtr[row], end = rowPtr[row + 1]; entry < end; entry++) {
        const from = colIdx[entry] * heads, weightsOf = (order ? order[entry] : entry) * heads;
        for (let head = 0; head < heads; head++) {
          const weight = attention[weightsOf + head], at = 2 * (from + head);
          sum += weight * projected[at];
          sumMagnitude += Math.abs(weight) * projected[at + 1];
        }
      }
      value[row] = sum;
      magnitude[row] = sumMagnitude;
    }
    return { value, magnitude };
  },
};

/**
 * Products of each row's heads with their part of the weights, each beside the sum of its terms' absolute
 * values: `2 * count * heads` numbers.
 */
function projectHeads(
  x: HostNumbers,
  { count, heads, headWidth, weights }: {
    readonly count: number;
    readonly heads: number;
    readonly headWidth: number;
    readonly weights: Float64Array;
  },
): Float64Array {
  const projected = new Float64Array(2 * count * heads);
  for (let place = 0, at = 0; place < count * heads; place++) {
    const first = (place % heads) * headWidth;
    let sum = 0, sumMagnitude = 0;
    for (let k = 0; k < headWidth; k++, at++) {
      const term = x[at] * weights[first + k];
      sum += term;
      sumMagnitude += Math.abs(term);
    }
    projected[2 * place] = sum;
    projected[2 * place + 1] = sumMagnitude;
  }
  return projected;
}
