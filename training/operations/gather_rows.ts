/**
 * Operation `gather-rows`: picks rows by a list.
 *
 * @module
 */
import type { GatherRowsProblem, RowsOperands } from "../../kernels/gather_scatter/rows.ts";
import type { IndexOperand, Tensor } from "../program/tensor.ts";
import type { OperationRules } from "./rules/operation_rules.ts";
import { streamed } from "./rules/traffic.ts";

/** Step `out[i] = x[index[i]]`. */
export interface GatherRowsStep {
  /** Name of the operation. */
  readonly op: "gather-rows";
  /** Rows of x to pick. */
  readonly index: IndexOperand;
  /** Input x, `rows x cols`. */
  readonly x: Tensor;
  /** Result, one row for each index. */
  readonly out: Tensor;
}

/** Rules of {@linkcode GatherRowsStep}. */
export const gatherRows: OperationRules<GatherRowsStep, RowsOperands, GatherRowsProblem> = {
  phase: "combination",
  weight: "light",
  writes: "all",
  inputs: ({ x }) => [x],
  shape: ({ index, x }) => ({ rows: index.length, cols: x.cols }),
  matrices: () => [],
  indices: ({ index, x }) => [{ operand: index, below: x.rows, distinct: false }],
  operands: ({ index, x, out }, at) => ({
    x: at.matrix(x),
    index: at.index(index),
    output: at.matrix(out),
  }),
  problem: ({ index, x }, given) => ({
    x: given.numbers(x),
    sourceRows: x.rows,
    cols: x.cols,
    index: given.list(index),
  }),
  work: streamed,
};
