/**
 * Operation `scatter-rows`: places rows among rows of 0, the gradient of picked rows.
 *
 * @module
 */
import type { RowsOperands, ScatterRowsProblem } from "../../kernels/gather_scatter/rows.ts";
import type { IndexOperand, Tensor } from "../program/tensor.ts";
import type { OperationRules } from "./rules/operation_rules.ts";
import { streamed } from "./rules/traffic.ts";
import { plural } from "../../platform/text/plural.ts";

/** Step `out[index[i]] = x[i]`, all else 0. */
export interface ScatterRowsStep {
  /** Name of the operation. */
  readonly op: "scatter-rows";
  /** Place of each row of x; no place occurs twice. */
  readonly index: IndexOperand;
  /** Rows of the result. */
  readonly rows: number;
  /** Input, one row for each index. */
  readonly x: Tensor;
  /** Result, `rows x cols`. */
  readonly out: Tensor;
}

/** Rules of {@linkcode ScatterRowsStep}. */
export const scatterRows: OperationRules<ScatterRowsStep, RowsOperands, ScatterRowsProblem> = {
  phase: "combination",
  weight: "light",
  writes: "all",
  inputs: ({ x }) => [x],
  shape({ index, rows, x }, check) {
    const result = { label: "result", rows, cols: x.cols };
    check.that(x.rows === index.length, x, `${plural(index.length, "row")}, to go with ${index.label}`);
    check.that(rows >= x.rows, result, `at least ${plural(x.rows, "row")}, a place for each`);
    return { rows, cols: x.cols };
  },
  matrices: () => [],
  indices: ({ index, rows }) => [{ operand: index, below: rows, distinct: true }],
  operands: ({ index, x, out }, at) => ({
    x: at.matrix(x),
    index: at.index(index),
    output: at.matrix(out),
  }),
  problem: ({ index, rows, x }, given) => ({
    x: given.numbers(x),
    targetRows: rows,
    cols: x.cols,
    index: given.list(index),
  }),
  work: streamed,
};
