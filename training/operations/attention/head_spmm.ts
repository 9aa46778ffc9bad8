/**
 * Operation `head-spmm`: aggregation weighted by attention, head by head.
 *
 * @module
 */
import type { HeadSpmmOperands, HeadSpmmProblem } from "../../../kernels/attention/mod.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../../program/tensor.ts";
import type { OperationRules } from "../rules/operation_rules.ts";
import { patternBytes, tensorBytes } from "../rules/traffic.ts";
import { plural } from "../../../platform/text/plural.ts";

/**
 * Step `out[r, h d + k]` = sum over entries e of row r of `attention[order[e], h] x[column of e, h d + k]`.
 */
export interface HeadSpmmStep {
  /** Name of the operation. */
  readonly op: "head-spmm";
  /** Sparse matrix, `rows x cols`. */
  readonly matrix: SparseOperand;
  /** Number H of heads. */
  readonly heads: number;
  /** Attention coefficients, `nnz x H`. */
  readonly attention: Tensor;
  /** Row of `attention` of each entry of `matrix`; the same order by default. */
  readonly order?: IndexOperand;
  /** Input x, `cols x H d`. */
  readonly x: Tensor;
  /** Result, `rows x H d`. */
  readonly out: Tensor;
}

/** Rules of {@linkcode HeadSpmmStep}. */
export const headSpmm: OperationRules<HeadSpmmStep, HeadSpmmOperands, HeadSpmmProblem> = {
  phase: "aggregation",
  weight: "heavy",
  writes: "all",
  inputs: ({ attention, x }) => [attention, x],
  shape({ matrix, heads, attention, order, x }, check) {
    check.multiplied(x, matrix);
    check.heads(heads, x);
    if (order) {
      check.order(order, matrix);
      check.that(attention.cols === heads, attention, `${plural(heads, "column")}, a number for each head`);
    } else check.perEntry(attention, { matrix, heads });
    return { rows: matrix.rows, cols: x.cols };
  },
  matrices: ({ matrix }) => [{ operand: matrix, part: "pattern" }],
  indices: ({ attention, order }) =>
    order ? [{ operand: order, below: attention.rows, distinct: false }] : [],
  operands: ({ matrix, heads, attention, order, x, out }, at) => ({
    matrix: at.sparse(matrix),
    attention: at.matrix(attention),
    x: at.matrix(x),
    ...(order ? { order: at.index(order) } : {}),
    heads,
    headWidth: x.cols / heads,
    output: at.matrix(out),
  }),
  problem: ({ matrix, heads, attention, order, x }, given) => ({
    matrix: given.sparse(matrix),
    attention: given.numbers(attention),
    x: given.numbers(x),
    ...(order ? { order: given.list(order) } : {}),
    heads,
    headWidth: x.cols / heads,
  }),
  work({ matrix, attention, order, out }, denseBytes) {
    const multiplyAdds = matrix.nnz * out.cols;
    const structure = patternBytes(matrix) + 4 * (order?.length ?? 0);
    return {
      multiplyAdds,
      compulsoryBytes: structure + denseBytes,
      bytesWithoutReuse: structure + tensorBytes(attention) + 4 * multiplyAdds + tensorBytes(out),
    };
  },
};
