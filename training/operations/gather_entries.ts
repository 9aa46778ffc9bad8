/**
 * Operation `gather-entries`: picks or drops entries of a row, for values of sparse features under dropout,
 * and those of their transpose.
 *
 * @module
 */
import type { GatherEntriesOperands, GatherEntriesProblem } from "../../kernels/gather_scatter/entries.ts";
import type { Dropout } from "../../kernels/epilogue/epilogue.ts";
import type { IndexOperand, Tensor } from "../program/tensor.ts";
import { dropoutOperands, dropoutProblem } from "./rules/epilogue.ts";
import type { OperationRules } from "./rules/operation_rules.ts";
import { streamed } from "./rules/traffic.ts";

/** Step `out[e] = dropout(x[index[e]])`. */
export interface GatherEntriesStep {
  /** Name of the operation. */
  readonly op: "gather-entries";
  /** Input x, `1 x n`. */
  readonly x: Tensor;
  /** Place in x of each entry; the same place by default. */
  readonly index?: IndexOperand;
  /** Dropout, whose masks depend on the place in x; none by default. */
  readonly dropout?: Dropout;
  /** Result, `1 x entries`. */
  readonly out: Tensor;
}

/** Rules of {@linkcode GatherEntriesStep}. */
export const gatherEntries: OperationRules<GatherEntriesStep, GatherEntriesOperands, GatherEntriesProblem> = {
  phase: "combination",
  weight: "light",
  writes: "all",
  inputs: ({ x }) => [x],
  shape({ x, index }, check) {
    check.that(x.rows === 1, x, `1 x ${x.cols}, a number for each entry`);
    return { rows: 1, cols: index?.length ?? x.cols };
  },
  matrices: () => [],
  indices: ({ x, index }) => index ? [{ operand: index, below: x.cols, distinct: false }] : [],
  operands: ({ x, index, dropout, out }, at) => ({
    x: at.matrix(x),
    output: at.matrix(out),
    ...(index ? { index: at.index(index) } : {}),
    ...(dropout ? { dropout: dropoutOperands(dropout, at) } : {}),
  }),
  problem: ({ x, index, dropout }, given) => ({
    x: given.numbers(x),
    ...(index ? { index: given.list(index) } : {}),
    ...(dropout ? { dropout: dropoutProblem(dropout, given) } : {}),
  }),
  work: streamed,
};
