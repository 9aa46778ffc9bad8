/**
 * Oracles of linear combinations of two matrices, in float64.
 *
 * @module
 */
import type { Oracle } from "../operation.ts";
import type { AddProblem } from "./add.ts";

/** Oracle of `Z = alpha X + beta Y`, with two terms per entry. */
export const addOracle: Oracle<AddProblem> = {
  shape: ({ rows, cols }) => ({ rows, cols }),
  terms: () => 2,
  row({ x, y, cols, alpha, beta }, row, value, magnitude) {
    for (let col = 0; col < cols; col++) {
      const left = alpha * x[row * cols + col], right = beta * y[row * cols + col];
      value[col] = left + right;
      magnitude[col] = Math.abs(left) + Math.abs(right);
    }
    return 2;
  },
};
