/**
 * Operation `edge-softmax`, attention: the softmax of scores over the entries of each row.
 *
 * @module
 */
import type { EdgeSoftmaxOperands, EdgeSoftmaxProblem } from "../../../kernels/attention/mod.ts";
import type { Work } from "../../../kernels/operation.ts";
import type { SparseOperand, Tensor } from "../../program/tensor.ts";
import type { OperationRules } from "../rules/operation_rules.ts";
import { patternBytes, tensorBytes } from "../rules/traffic.ts";

/** Operands of attention scores: a matrix, and scores of the vertices that its entries join. */
export interface ScoredEntries {
  /** Sparse matrix whose rows are the first of its columns. */
  readonly matrix: SparseOperand;
  /** Number H of heads. */
  readonly heads: number;
  /** Factor of negative sums. */
  readonly negativeSlope: number;
  /** Scores, `matrix.cols x 2 H`: each vertex as a row and as a column. */
  readonly scores: Tensor;
}

/**
 * Step `out[e, h]` = softmax over the entries of e's row of `leaky(scores[row, h] + scores[column, H + h])`.
 */
export interface EdgeSoftmaxStep extends ScoredEntries {
  /** Name of the operation. */
  readonly op: "edge-softmax";
  /** Result, `nnz x H`. */
  readonly out: Tensor;
}

/** Work of an operation that reads the scores of entries: a softmax or its gradient. */
export function scoredEntriesWork({ matrix, heads, scores }: ScoredEntries, denseBytes: number): Work {
  const compulsoryBytes = patternBytes(matrix) + denseBytes;
  // Every row fetches its scores once, every entry those of its column anew.
  const gathered = 4 * heads * (matrix.rows + matrix.nnz);
  return {
    multiplyAdds: 0,
    compulsoryBytes,
    bytesWithoutReuse: compulsoryBytes - tensorBytes(scores) + gathered,
  };
}

/** Rules of {@linkcode EdgeSoftmaxStep}. */
export const edgeSoftmax: OperationRules<EdgeSoftmaxStep, EdgeSoftmaxOperands, EdgeSoftmaxProblem> = {
  phase: "aggregation",
  weight: "heavy",
  writes: "all",
  inputs: ({ scores }) => [scores],
  shape(step, check) {
    check.perVertex(step.scores, step);
    return { rows: step.matrix.nnz, cols: step.heads };
  },
  matrices: ({ matrix }) => [{ operand: matrix, part: "pattern" }],
  indices: () => [],
  operands: ({ matrix, heads, negativeSlope, scores, out }, at) => ({
    matrix: at.sparse(matrix),
    scores: at.matrix(scores),
    heads,
    negativeSlope,
    output: at.matrix(out),
  }),
  problem: ({ matrix, heads, negativeSlope, scores }, given) => ({
    matrix: given.sparse(matrix),
    scores: given.numbers(scores),
    heads,
    negativeSlope,
  }),
  work: scoredEntriesWork,
};
