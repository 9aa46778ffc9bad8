/**
 * Operation `segment-max`: the largest entries of each segment of rows, the maximum of a readout.
 *
 * @module
 */
import type { SegmentMaxOperands, SegmentMaxProblem } from "../../kernels/segment_max/mod.ts";
import type { IndexOperand, Tensor } from "../program/tensor.ts";
import type { OperationRules } from "./rules/operation_rules.ts";
import { streamed } from "./rules/traffic.ts";

/** Step `out[s]` = the largest entry of each column of x in the rows `offsets[s]` to `offsets[s + 1]`. */
export interface SegmentMaxStep {
  /** Name of the operation. */
  readonly op: "segment-max";
  /** Offsets of the segments, one more than their number. */
  readonly offsets: IndexOperand;
  /** Input x, `rows x cols`. */
  readonly x: Tensor;
  /** Result, `segments x cols`. */
  readonly out: Tensor;
}

/** Rules of {@linkcode SegmentMaxStep}. */
export const segmentMax: OperationRules<SegmentMaxStep, SegmentMaxOperands, SegmentMaxProblem> = {
  phase: "combination",
  weight: "light",
  writes: "all",
  inputs: ({ x }) => [x],
  shape({ offsets: { label, length }, x }, check) {
    check.that(length > 0, { label, rows: length, cols: 1 }, "an offset more than there are segments");
    return { rows: length - 1, cols: x.cols };
  },
  matrices: () => [],
  indices: ({ offsets, x }) => [{ operand: offsets, segmentsOf: x.rows }],
  operands: ({ offsets, x, out }, at) => ({
    x: at.matrix(x),
    offsets: at.index(offsets),
    output: at.matrix(out),
  }),
  problem: ({ offsets, x }, given) => ({
    x: given.numbers(x),
    rows: x.rows,
    cols: x.cols,
    offsets: given.list(offsets),
  }),
  work: streamed,
};
