/**
 * Oracle of products with a weight for each entry and head, in float64.
 *
 * @module
 */
import { rowLength } from "../../../graph/csr.ts";
import type { Oracle } from "../../operation.ts";
import type { HeadSpmmProblem } from "./head_spmm.ts";

/**
 * Oracle of `y[r, h d + k] = sum over entries e of row r of attention[order[e], h] x[column of e, h d + k]`.
 */
export const headSpmmOracle: Oracle<HeadSpmmProblem> = {
  shape: ({ matrix, heads, headWidth }) => ({ rows: matrix.rows, cols: heads * headWidth }),
  terms: ({ matrix }, row) => rowLength(matrix, row),
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
};
