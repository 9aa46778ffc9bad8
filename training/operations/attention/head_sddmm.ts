/**
 * Operation `head-sddmm`: products of the rows that entries join, head by head, the gradient of attention.
 *
 * @module
 */
import type { HeadSddmmOperands, HeadSddmmProblem } from "../../../kernels/attention/mod.ts";
import { shapeText, type SparseOperand, type Tensor } from "../../program/tensor.ts";
import type { OperationRules } from "../rules/operation_rules.ts";
import { patternBytes, tensorBytes } from "../rules/traffic.ts";
import { plural } from "../../../platform/text/plural.ts";

/** Step `out[e, h]` = sum over k of `a[row of e, h d + k] b[column of e, h d + k]`. */
export interface HeadSddmmStep {
  /** Name of the operation. */
  readonly op: "head-sddmm";
  /** Sparse matrix, `rows x cols`. */
  readonly matrix: SparseOperand;
  /** Number H of heads. */
  readonly heads: number;
  /** Left operand, `rows x H d`. */
  readonly a: Tensor;
  /** Right operand, `cols x H d`. */
  readonly b: Tensor;
  /** Result, `nnz x H`. */
  readonly out: Tensor;
}

/** Rules of {@linkcode HeadSddmmStep}. */
export const headSddmm: OperationRules<HeadSddmmStep, HeadSddmmOperands, HeadSddmmProblem> = {
  phase: "aggregation",
  weight: "heavy",
  writes: "all",
  inputs: ({ a, b }) => [a, b],
  shape({ matrix, heads, a, b }, check) {
    check.that(a.rows === matrix.rows, a, `${plural(matrix.rows, "row")}, to go with ${shapeText(matrix)}`);
    check.that(b.rows === matrix.cols && b.cols === a.cols, b, `${matrix.cols} x ${a.cols}`);
    check.heads(heads, a);
    return { rows: matrix.nnz, cols: heads };
  },
  matrices: ({ matrix }) => [{ operand: matrix, part: "pattern" }],
  indices: () => [],
  operands: ({ matrix, heads, a, b, out }, at) => ({
    matrix: at.sparse(matrix),
    a: at.matrix(a),
    b: at.matrix(b),
    heads,
    headWidth: a.cols / heads,
    output: at.matrix(out),
  }),
  problem: ({ matrix, heads, a, b }, given) => ({
    matrix: given.sparse(matrix),
    a: given.numbers(a),
    b: given.numbers(b),
    heads,
    headWidth: a.cols / heads,
  }),
  work({ matrix, a, out }, denseBytes) {
    const multiplyAdds = matrix.nnz * a.cols;
    return {
      multiplyAdds,
      compulsoryBytes: patternBytes(matrix) + denseBytes,
      // A row of a stays in the cache while its entries fetch their rows of b.
      bytesWithoutReuse: patternBytes(matrix) + tensorBytes(a) + 4 * multiplyAdds + tensorBytes(out),
    };
  },
};
