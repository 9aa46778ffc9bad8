/**
 * Oracles of products with weights for each head and of sums of entries, in float64.
 *
 * @module
 */
import { nnz, rowLength } from "../../graph/csr.ts";
import type { Oracle } from "../operation.ts";
import type { EntrySumsProblem, HeadSddmmProblem, HeadSpmmProblem } from "./attention.ts";

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

const rowsOf = new WeakMap<Uint32Array, Uint32Array>();

/** Row of each entry; computed once per matrix. */
function rowOfEntries({ matrix }: HeadSddmmProblem): Uint32Array {
  return rowsOf.getOrInsertComputed(matrix.rowPtr, (rowPtr) => {
    const rowOf = new Uint32Array(nnz(matrix));
    for (let row = 0; row < matrix.rows; row++) rowOf.fill(row, rowPtr[row], rowPtr[row + 1]);
    return rowOf;
  });
}

/** Oracle of `y[e, h] = sum over k of a[row of e, h d + k] b[column of e, h d + k]`. */
export const headSddmmOracle: Oracle<HeadSddmmProblem> = {
  shape: ({ matrix, heads }) => ({ rows: nnz(matrix), cols: heads }),
  terms: ({ headWidth }) => headWidth,
  row(problem, entry, value, magnitude) {
    const { matrix, a, b, heads, headWidth } = problem, cols = heads * headWidth;
    const left = rowOfEntries(problem)[entry] * cols, right = matrix.colIdx[entry] * cols;
    for (let head = 0; head < heads; head++) {
      value[head] = 0;
      magnitude[head] = 0;
      for (let col = head * headWidth; col < (head + 1) * headWidth; col++) {
        const term = a[left + col] * b[right + col];
        value[head] += term;
        magnitude[head] += Math.abs(term);
      }
    }
    return headWidth;
  },
};

function addEntry(
  { entries, heads }: EntrySumsProblem,
  entry: number,
  value: Float64Array,
  magnitude: Float64Array,
): void {
  for (let head = 0; head < heads; head++) {
    value[head] += entries[entry * heads + head];
    magnitude[head] += Math.abs(entries[entry * heads + head]);
  }
}

/** Oracle of `to[v, h]`, the sum of entries over row v, and `to[v, H + h]`, the sum over column v. */
export const entrySumsOracle: Oracle<EntrySumsProblem> = {
  shape: ({ matrix, heads }) => ({ rows: matrix.cols, cols: 2 * heads }),
  terms: ({ matrix, transposed }, vertex) =>
    Math.max(vertex < matrix.rows ? rowLength(matrix, vertex) : 0, rowLength(transposed, vertex)),
  row(problem, vertex, value, magnitude) {
    const { matrix, transposed, order, heads } = problem;
    value.fill(0);
    magnitude.fill(0);
    if (vertex < matrix.rows) {
      for (let entry = matrix.rowPtr[vertex]; entry < matrix.rowPtr[vertex + 1]; entry++) {
        addEntry(problem, entry, value, magnitude);
      }
    }
    const columnValue = value.subarray(heads), columnMagnitude = magnitude.subarray(heads);
    for (let i = transposed.rowPtr[vertex]; i < transposed.rowPtr[vertex + 1]; i++) {
      addEntry(problem, order[i], columnValue, columnMagnitude);
    }
    return entrySumsOracle.terms(problem, vertex);
  },
};
