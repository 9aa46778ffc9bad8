/**
 * Oracles of block-diagonal matrices of attention vectors and their gradient, which are exact.
 *
 * @module
 */
import type { Oracle } from "../../operation.ts";
import type { BlockDiagonalGradientProblem, BlockDiagonalProblem } from "./block_diagonal.ts";

/** Oracle of B, `heads * headWidth x 2 heads`. */
export const blockDiagonalOracle: Oracle<BlockDiagonalProblem> = {
  shape: ({ heads, headWidth }) => ({ rows: heads * headWidth, cols: 2 * heads }),
  terms: () => 1,
  row({ vectors, heads, headWidth }, row, value, magnitude) {
    const head = Math.floor(row / headWidth);
    value.fill(0);
    value[head] = vectors[row];
    value[heads + head] = vectors[heads * headWidth + row];
    value.forEach((entry, col) => magnitude[col] = Math.abs(entry));
    return 1;
  },
};

/** Oracle of the gradient of V, `2 x heads * headWidth`. */
export const blockDiagonalGradientOracle: Oracle<BlockDiagonalGradientProblem> = {
  shape: ({ heads, headWidth }) => ({ rows: 2, cols: heads * headWidth }),
  terms: () => 1,
  row({ gradient, heads, headWidth }, row, value, magnitude) {
    for (let col = 0; col < value.length; col++) {
      value[col] = gradient[col * 2 * heads + row * heads + Math.floor(col / headWidth)];
      magnitude[col] = Math.abs(value[col]);
    }
    return 1;
  },
};
