/**
 * Operation `edge-softmax-gradient`: the gradient of attention scores.
 *
 * @module
 */
import type {
  EdgeSoftmaxGradientOperands,
  EdgeSoftmaxGradientProblem,
} from "../../../kernels/attention/mod.ts";
import type { Tensor } from "../../program/tensor.ts";
import type { OperationRules } from "../rules/operation_rules.ts";
import { type ScoredEntries, scoredEntriesWork } from "./edge_softmax.ts";

/** Step `out` = gradient of the sums inside `leaky` of an `edge-softmax`. */
export interface EdgeSoftmaxGradientStep extends ScoredEntries {
  /** Name of the operation. */
  readonly op: "edge-softmax-gradient";
  /** Result of the softmax, `nnz x H`. */
  readonly attention: Tensor;
  /** Gradient of that result, `nnz x H`. */
  readonly gradient: Tensor;
  /** Result, `nnz x H`. */
  readonly out: Tensor;
}

/** Rules of {@linkcode EdgeSoftmaxGradientStep}. */
export const edgeSoftmaxGradient: OperationRules<
  EdgeSoftmaxGradientStep,
  EdgeSoftmaxGradientOperands,
  EdgeSoftmaxGradientProblem
> = {
  phase: "aggregation",
  weight: "heavy",
  writes: "all",
  inputs: ({ scores, attention, gradient }) => [scores, attention, gradient],
  shape(step, check) {
    check.perVertex(step.scores, step);
    check.perEntry(step.attention, step);
    check.perEntry(step.gradient, step);
    return step.attention;
  },
  matrices: ({ matrix }) => [{ operand: matrix, part: "pattern" }],
  indices: () => [],
  operands: ({ matrix, heads, negativeSlope, scores, attention, gradient, out }, at) => ({
    matrix: at.sparse(matrix),
    scores: at.matrix(scores),
    heads,
    negativeSlope,
    attention: at.matrix(attention),
    gradient: at.matrix(gradient),
    output: at.matrix(out),
  }),
  problem: ({ matrix, heads, negativeSlope, scores, attention, gradient }, given) => ({
    matrix: given.sparse(matrix),
    scores: given.numbers(scores),
    heads,
    negativeSlope,
    attention: given.numbers(attention),
    gradient: given.numbers(gradient),
  }),
  work: scoredEntriesWork,
};
