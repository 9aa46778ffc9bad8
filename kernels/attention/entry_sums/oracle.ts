/**
 * Oracle of sums of entries over rows and over columns, in float64.
 *
 * @module
 */
import { rowLength } from "../../../graph/csr.ts";
import type { Oracle } from "../../operation.ts";
import type { EntrySumsProblem } from "./entry_sums.ts";

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
  quantum: (_problem, step) => step,
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
