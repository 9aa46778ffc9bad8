/**
 * Operation `path-spmm`: the sparse product on an execution path of eppgcn, where few rows of x and of the
 * result are not 0.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { HostNumbers } from "../../kernels/operation.ts";
import type { PathRows, PathSpmmOperands, PathSpmmProblem } from "../../kernels/path_spmm/mod.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../program/tensor.ts";
import type { OperandSource } from "./rules/operand_source.ts";
import type { OperationRules } from "./rules/operation_rules.ts";
import { matrixBytes } from "./rules/traffic.ts";

/**
 * Step `out = matrix x` where x is 0 in all rows but `sources`, by a kernel that may skip those rows. Rows
 * `targets` of the result are written; the others are 0 before the first step and stay so.
 */
export interface PathSpmmStep {
  /** Name of the operation. */
  readonly op: "path-spmm";
  /** Sparse matrix of the whole graph. */
  readonly matrix: SparseOperand;
  /** Submatrix of rows `targets` and columns `sources`, numbered by their places in those lists. */
  readonly path: SparseOperand;
  /** Rows of the result that are written. */
  readonly targets: IndexOperand;
  /** Rows of x that are not 0. */
  readonly sources: IndexOperand;
  /** Input, one row for each column of the matrix. */
  readonly x: Tensor;
  /** Result, one row for each row of the matrix. */
  readonly out: Tensor;
}

/** Whole matrix of a path product, and its path. */
function pathOf(
  { matrix, path, targets, sources }: Omit<PathSpmmStep, "out">,
  { sparse, list }: Pick<OperandSource, "sparse" | "list">,
): { readonly matrix: CsrMatrix; readonly path: PathRows } {
  return {
    matrix: sparse(matrix),
    path: { targets: list(targets), sources: list(sources), matrix: sparse(path) },
  };
}

function rowsOf(numbers: HostNumbers, cols: number, rows: Uint32Array): HostNumbers {
  const chosen = numbers instanceof Float32Array
    ? new Float32Array(rows.length * cols)
    : new Float64Array(rows.length * cols);
  rows.forEach((row, i) => chosen.set(numbers.subarray(row * cols, (row + 1) * cols), i * cols));
  return chosen;
}

/** Rules of {@linkcode PathSpmmStep}. */
export const pathSpmm: OperationRules<PathSpmmStep, PathSpmmOperands, PathSpmmProblem> = {
  phase: "aggregation",
  weight: "heavy",
  writes: "some-rows",
  inputs: ({ x }) => [x],
  shape({ matrix, path, targets, sources, x }, check) {
    check.multiplied(x, matrix);
    const wanted = `${targets.length} x ${sources.length}, to go with its lists of vertices`;
    check.that(path.rows === targets.length && path.cols === sources.length, path, wanted);
    return { rows: matrix.rows, cols: x.cols };
  },
  matrices: ({ path }) => [{ operand: path, part: "values" }],
  indices: ({ matrix, targets, sources, x }) => [
    { operand: targets, below: matrix.rows, distinct: true },
    { operand: sources, below: x.rows, distinct: true },
  ],
  operands(step, at) {
    const y = at.matrix(step.out);
    return { ...pathOf(step, at), x: at.matrix(step.x), y, output: y };
  },
  problem(step, given) {
    const { x, sources } = step;
    return {
      ...pathOf(step, given),
      features: rowsOf(given.numbers(x), x.cols, given.list(sources)),
      width: x.cols,
    };
  },
  work({ path, path: { rows, cols, nnz }, out: { cols: width } }) {
    const structure = matrixBytes(path) + 4 * rows;
    return {
      multiplyAdds: nnz * width,
      compulsoryBytes: structure + 4 * (rows + cols) * width,
      bytesWithoutReuse: structure + 4 * (rows + nnz) * width,
    };
  },
};
