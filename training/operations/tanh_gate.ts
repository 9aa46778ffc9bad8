/**
 * Operation `tanh-gate`: scales rows by the hyperbolic tangent of their scores, as SAGPool does.
 *
 * @module
 */
import type { TanhGateOperands, TanhGateProblem } from "../../kernels/tanh_gate/mod.ts";
import type { Tensor } from "../program/tensor.ts";
import type { OperationRules } from "./rules/operation_rules.ts";
import { streamed } from "./rules/traffic.ts";

/** Step `out[r] = tanh(scores[r]) x[r]`, row by row. */
export interface TanhGateStep {
  /** Name of the operation. */
  readonly op: "tanh-gate";
  /** Input x, `rows x cols`. */
  readonly x: Tensor;
  /** Scores, `rows x 1`. */
  readonly scores: Tensor;
  /** Result, `rows x cols`. */
  readonly out: Tensor;
}

/** Rules of {@linkcode TanhGateStep}. */
export const tanhGate: OperationRules<TanhGateStep, TanhGateOperands, TanhGateProblem> = {
  phase: "combination",
  weight: "light",
  writes: "all",
  inputs: ({ x, scores }) => [x, scores],
  shape({ x, scores }, check) {
    check.scores(scores, x);
    return x;
  },
  matrices: () => [],
  indices: () => [],
  operands: ({ x, scores, out }, at) => ({
    x: at.matrix(x),
    scores: at.matrix(scores),
    output: at.matrix(out),
  }),
  problem: ({ x, scores }, given) => ({
    x: given.numbers(x),
    scores: given.numbers(scores),
    rows: x.rows,
    cols: x.cols,
  }),
  work: streamed,
};
