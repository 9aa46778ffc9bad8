/**
 * Oracles of column sums, in float64.
 *
 * @module
 */
import type { Oracle } from "../operation.ts";
import type { ColumnSumProblem } from "./column_sum.ts";

/** Oracle of `y = sum of the rows of X`: one row of `cols` entries. */
export const columnSumOracle: Oracle<ColumnSumProblem> = {
  shape: ({ cols }) => ({ rows: 1, cols }),
  terms: ({ rows }) => rows,
  quantum: (_problem, step) => step,
  row({ x, rows, cols }, _row, value, magnitude) {
    value.fill(0);
    magnitude.fill(0);
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < cols; col++) {
        const term = x[row * cols + col];
        value[col] += term;
        magnitude[col] += Math.abs(term);
      }
    }
    return rows;
  },
};
