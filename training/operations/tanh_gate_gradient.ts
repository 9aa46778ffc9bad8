/**
 * Operation `tanh-gate-gradient`: the gradient of a gate's scores.
 *
 * @module
 */
import type { TanhGateGradientOperands, TanhGateGradientProblem } from "../../kernels/tanh_gate/mod.ts";
import type { Tensor } from "../program/tensor.ts";
import type { OperationRules } from "./rules/operation_rules.ts";
import { streamed } from "./rules/traffic.ts";

/** Step `out[r] = (1 - tanh(scores[r])^2) <x[r], gradient[r]>`. */
export interface TanhGateGradientStep {
  /** Name of the operation. */
  readonly op: "tanh-gate-gradient";
  /** Input x, `rows x cols`. */
  readonly x: Tensor;
  /** Scores, `rows x 1`. */
  readonly scores: Tensor;
  /** Gradient of the gate's result, `rows x cols`. */
  readonly gradient: Tensor;
  /** Result, `rows x 1`. */
  readonly out: Tensor;
}

/** Rules of {@linkcode TanhGateGradientStep}. */
export const tanhGateGradient: OperationRules<
  TanhGateGradientStep,
  TanhGateGradientOperands,
  TanhGateGradientProblem
> = {
  phase: "combination",
  weight: "light",
  writes: "all",
  inputs: ({ x, scores, gradient }) => [x, scores, gradient],
  shape({ x, scores, gradient }, check) {
    check.scores(scores, x);
    check.same(x, gradient);
    return scores;
  },
  matrices: () => [],
  indices: () => [],
  operands: ({ x, scores, gradient, out }, at) => ({
    x: at.matrix(x),
    scores: at.matrix(scores),
    gradient: at.matrix(gradient),
    output: at.matrix(out),
  }),
  problem: ({ x, scores, gradient }, given) => ({
    x: given.numbers(x),
    scores: given.numbers(scores),
    rows: x.rows,
    cols: x.cols,
    gradient: given.numbers(gradient),
  }),
  work: streamed,
};
