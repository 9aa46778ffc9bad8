/**
 * Operation `spmm`: the sparse product, aggregation over neighbours.
 *
 * @module
 */
import type { SpmmOperands, SpmmProblem } from "../../kernels/spmm/spmm.ts";
import type { SparseOperand, Tensor } from "../program/tensor.ts";
import type { OperationRules } from "./rules/operation_rules.ts";
import { asFloat32 } from "./rules/problem_source.ts";
import { matrixBytes, tensorBytes } from "./rules/traffic.ts";

/** Step `out = matrix x`. */
export interface SpmmStep {
  /** Name of the operation. */
  readonly op: "spmm";
  /** Sparse matrix, `rows x cols`. */
  readonly matrix: SparseOperand;
  /** Values `1 x nnz` that replace those of the matrix. */
  readonly values?: Tensor;
  /** Input x, `cols x width`. */
  readonly x: Tensor;
  /** Result, `rows x width`. */
  readonly out: Tensor;
}

/** Rules of {@linkcode SpmmStep}. */
export const spmm: OperationRules<SpmmStep, SpmmOperands, SpmmProblem> = {
  phase: "aggregation",
  weight: "heavy",
  writes: "all",
  inputs: ({ values, x }) => values ? [values, x] : [x],
  shape({ matrix, values, x }, check) {
    check.multiplied(x, matrix);
    if (values) {
      const { nnz } = matrix;
      check.that(values.rows === 1 && values.cols === nnz, values, `1 x ${nnz}, a number for each entry`);
    }
    return { rows: matrix.rows, cols: x.cols };
  },
  matrices: ({ matrix, values }) => [{ operand: matrix, part: values ? "pattern" : "values" }],
  indices: () => [],
  operands({ matrix, values, x, out }, at) {
    const y = at.matrix(out);
    const resident = at.resident(matrix);
    const product = { matrix: at.sparse(matrix), x: at.matrix(x), y, output: y };
    const operands = resident ? { ...product, resident } : product;
    return values ? { ...operands, values: at.matrix(values) } : operands;
  },
  problem({ matrix: operand, values, x }, given) {
    const matrix = given.sparse(operand);
    return {
      matrix: values ? { ...matrix, values: asFloat32(given.numbers(values)) } : matrix,
      features: given.numbers(x),
      width: x.cols,
    };
  },
  work({ matrix, out }, denseBytes) {
    const multiplyAdds = matrix.nnz * out.cols;
    return {
      multiplyAdds,
      compulsoryBytes: matrixBytes(matrix) + denseBytes,
      // Every entry fetches its row of x anew.
      bytesWithoutReuse: matrixBytes(matrix) + 4 * multiplyAdds + tensorBytes(out),
    };
  },
};
