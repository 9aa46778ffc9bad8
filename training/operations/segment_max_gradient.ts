/**
 * Operation `segment-max-gradient`: the gradient of the largest entries of segments.
 *
 * @module
 */
import type { SegmentMaxGradientOperands, SegmentMaxGradientProblem } from "../../kernels/segment_max/mod.ts";
import type { IndexOperand, Tensor } from "../program/tensor.ts";
import type { OperationRules } from "./rules/operation_rules.ts";
import { streamed } from "./rules/traffic.ts";

/** Step `out[r] = gradient[s]` at the largest entries of segment s, else 0. */
export interface SegmentMaxGradientStep {
  /** Name of the operation. */
  readonly op: "segment-max-gradient";
  /** Offsets of the segments, one more than their number. */
  readonly offsets: IndexOperand;
  /** Input x, `rows x cols`. */
  readonly x: Tensor;
  /** Gradient of the largest entries, `segments x cols`. */
  readonly gradient: Tensor;
  /** Result, `rows x cols`. */
  readonly out: Tensor;
}

/** Rules of {@linkcode SegmentMaxGradientStep}. */
export const segmentMaxGradient: OperationRules<
  SegmentMaxGradientStep,
  SegmentMaxGradientOperands,
  SegmentMaxGradientProblem
> = {
  phase: "combination",
  weight: "light",
  writes: "all",
  inputs: ({ x, gradient }) => [x, gradient],
  shape({ offsets, x, gradient }, check) {
    const segments = offsets.length - 1;
    const wanted = `${segments} x ${x.cols}, a row for each segment`;
    check.that(gradient.rows === segments && gradient.cols === x.cols, gradient, wanted);
    return x;
  },
  matrices: () => [],
  indices: ({ offsets, x }) => [{ operand: offsets, segmentsOf: x.rows }],
  operands: ({ offsets, x, gradient, out }, at) => ({
    x: at.matrix(x),
    offsets: at.index(offsets),
    gradient: at.matrix(gradient),
    output: at.matrix(out),
  }),
  problem: ({ offsets, x, gradient }, given) => ({
    x: given.numbers(x),
    rows: x.rows,
    cols: x.cols,
    offsets: given.list(offsets),
    gradient: given.numbers(gradient),
  }),
  work: streamed,
};
