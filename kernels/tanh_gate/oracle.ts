/**
 * Oracles of gates, in float64.
 *
 * Kernels compute `tanh(s)` as `(1 - e) / (1 + e)` with `e = exp(-2 |s|)`, which has an absolute error of a
 * few units in the last place of 1 for every s, so an entry has the magnitude of its X. The error that WGSL
 * allows for an exponential (`exp(-d)` to 3 + 2 d units in the last place) is at most 0.74 of these units,
 * since `d exp(-d)` is at most 0.37. In the slope it stays relative, so that d enters the magnitude.
 *
 * @module
 */
import type { Oracle } from "../operation.ts";
import type { TanhGateGradientProblem, TanhGateProblem } from "./tanh_gate.ts";

/** Number of terms that stand for an exponential, a division and a few more roundings. */
const CONSTANTS = 8;

/** Oracle of `Y[r, :] = tanh(s[r]) X[r, :]`. */
export const tanhGateOracle: Oracle<TanhGateProblem> = {
  shape: ({ rows, cols }) => ({ rows, cols }),
  terms: () => CONSTANTS,
  row({ x, scores, cols }, row, value, magnitude) {
    const factor = Math.tanh(scores[row]);
    for (let col = 0; col < cols; col++) {
      const entry = x[row * cols + col];
      value[col] = factor * entry;
      magnitude[col] = Math.abs(entry);
    }
    return CONSTANTS;
  },
};

/** Oracle of `t[r] = (1 - tanh(s[r])^2) <X[r, :], G[r, :]>`, `rows x 1`. */
export const tanhGateGradientOracle: Oracle<TanhGateGradientProblem> = {
  shape: ({ rows }) => ({ rows, cols: 1 }),
  terms: ({ cols }) => cols + CONSTANTS,
  row({ x, scores, gradient, cols }, row, value, magnitude) {
    const distance = 2 * Math.abs(scores[row]), e = Math.exp(-distance);
    const slope = 4 * e / (1 + e) ** 2;
    let sum = 0, terms = 0;
    for (let at = row * cols, end = at + cols; at < end; at++) {
      const term = x[at] * gradient[at];
      sum += term;
      terms += Math.abs(term);
    }
    value[0] = slope * sum;
    magnitude[0] = slope * (1 + distance) * terms;
    return cols + CONSTANTS;
  },
};
