/**
 * Operation `column-sum`: the sum of a tensor's rows, for gradients of biases and the loss of all rows.
 *
 * @module
 */
import type { ColumnSumOperands, ColumnSumProblem } from "../../kernels/column_sum/column_sum.ts";
import type { Tensor } from "../program/tensor.ts";
import type { OperationRules } from "./rules/operation_rules.ts";
import { streamed } from "./rules/traffic.ts";

/** Step `out` = sum of the rows of x. */
export interface ColumnSumStep {
  /** Name of the operation. */
  readonly op: "column-sum";
  /** Input x, `rows x cols`. */
  readonly x: Tensor;
  /** Result, `1 x cols`. */
  readonly out: Tensor;
}

/** Rules of {@linkcode ColumnSumStep}. */
export const columnSum: OperationRules<ColumnSumStep, ColumnSumOperands, ColumnSumProblem> = {
  phase: "combination",
  weight: "light",
  writes: "all",
  inputs: ({ x }) => [x],
  shape: ({ x }) => ({ rows: 1, cols: x.cols }),
  matrices: () => [],
  indices: () => [],
  operands: ({ x, out }, at) => ({ x: at.matrix(x), output: at.matrix(out) }),
  problem: ({ x }, given) => ({ x: given.numbers(x), rows: x.rows, cols: x.cols }),
  work: streamed,
};
