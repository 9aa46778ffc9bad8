/**
 * Oracle of sparse-times-dense multiplication, in float64.
 *
 * @module
 */
import { rowLength } from "../../graph/csr.ts";
import type { Oracle } from "../operation.ts";
import { projectRows } from "./projected_rows.ts";
import type { SpmmProblem } from "./spmm.ts";

/**
 * Oracle of `Y = A X`, one row at a time; a projection `Y w` is computed as `A (X w)`, in O(nnz + cols *
 * width).
 */
export const spmmOracle: Oracle<SpmmProblem> = {
  shape: ({ matrix, width }) => ({ rows: matrix.rows, cols: width }),
  terms: ({ matrix }, row) => rowLength(matrix, row),
  quantum: ({ matrix }, step) => matrix.values ? undefined : step,
  row({ matrix: { rowPtr, colIdx, values }, features, width }, row, value, magnitude) {
    value.fill(0);
    magnitude.fill(0);
    const end = rowPtr[row + 1];
    let entry = rowPtr[row];
    // Four entries a pass, added in their order: the bits of one entry a pass, in half the time.
    for (; entry + 4 <= end; entry += 4) {
      const i = entry, j = entry + 1, k = entry + 2, l = entry + 3;
      const a = colIdx[i] * width, b = colIdx[j] * width, c = colIdx[k] * width, d = colIdx[l] * width;
      const wa = values ? values[i] : 1, wb = values ? values[j] : 1;
      const wc = values ? values[k] : 1, wd = values ? values[l] : 1;
      for (let col = 0; col < width; col++) {
        const ta = wa * features[a + col], tb = wb * features[b + col];
        const tc = wc * features[c + col], td = wd * features[d + col];
        value[col] = value[col] + ta + tb + tc + td;
        magnitude[col] = magnitude[col] + Math.abs(ta) + Math.abs(tb) + Math.abs(tc) + Math.abs(td);
      }
    }
    for (; entry < end; entry++) {
      const weight = values ? values[entry] : 1;
      const from = colIdx[entry] * width;
      for (let col = 0; col < width; col++) {
        const term = weight * features[from + col];
        value[col] += term;
        magnitude[col] += Math.abs(term);
      }
    }
    return end - rowPtr[row];
  },
  project({ matrix, features, width }, weights) {
    const projected = projectRows(features, { count: matrix.cols, width, weights });
    const { rows, rowPtr, colIdx, values } = matrix;
    const value = new Float64Array(rows), magnitude = new Float64Array(rows);
    for (let row = 0; row < rows; row++) {
      let sum = 0, sumMagnitude = 0;
      for (let entry = rowPtr[row], end = rowPtr[row + 1]; entry < end; entry++) {
        const weight = values ? values[entry] : 1, at = 2 * colIdx[entry];
        sum += weight * projected[at];
        sumMagnitude += Math.abs(weight) * projected[at + 1];
      }
      value[row] = sum;
      magnitude[row] = sumMagnitude;
    }
    return { value, magnitude };
  },
};
