/**
 * Projection for oracles whose rows cost no more than their entries, so that projecting the inputs first
 * would not be faster.
 *
 * @module
 */
import type { Oracle } from "./operation.ts";

/** Completes an oracle by a projection that computes each row. */
export function projectingRows<Problem>(oracle: Omit<Oracle<Problem>, "project">): Oracle<Problem> {
  return {
    ...oracle,
    project(problem, weights) {
      const { rows, cols } = oracle.shape(problem);
      const value = new Float64Array(rows), magnitude = new Float64Array(rows);
      const rowValue = new Float64Array(cols), rowMagnitude = new Float64Array(cols);
      for (let row = 0; row < rows; row++) {
        oracle.row(problem, row, rowValue, rowMagnitude);
        for (let col = 0; col < cols; col++) {
          value[row] += rowValue[col] * weights[col];
          magnitude[row] += rowMagnitude[col] * Math.abs(weights[col]);
        }
      }
      return { value, magnitude };
    },
  };
}
