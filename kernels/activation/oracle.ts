/**
 * Oracles of activations and their gradient, in float64.
 *
 * @module
 */
import { endRow, gradientFactors } from "../epilogue/oracle.ts";
import type { Oracle } from "../operation.ts";
import type { ActivationGradientProblem, ActivationProblem } from "./activation.ts";

/** Oracle of `Y = epilogue(X)`, one row at a time. */
export const activationOracle: Oracle<ActivationProblem> = {
  shape: ({ rows, cols }) => ({ rows, cols }),
  terms: ({ epilogue }) => epilogue.bias ? 2 : 1,
  row({ x, cols, epilogue }, row, value, magnitude) {
    for (let col = 0; col < cols; col++) {
      value[col] = x[row * cols + col];
      magnitude[col] = Math.abs(value[col]);
    }
    return 1 + endRow(epilogue, row, { value, magnitude });
  },
};

/** Oracle of `Gx = Gy * slope(Y) * mask / (1 - rate)`, one row at a time. */
export const activationGradientOracle: Oracle<ActivationGradientProblem> = {
  shape: ({ rows, cols }) => ({ rows, cols }),
  terms: () => 1,
  row({ y, gradient, cols, epilogue }, row, value, magnitude) {
    gradientFactors(epilogue, row, { y: y.subarray(row * cols, (row + 1) * cols), factors: value });
    for (let col = 0; col < cols; col++) {
      value[col] *= gradient[row * cols + col];
      magnitude[col] = Math.abs(value[col]);
    }
    return 1;
  },
};
