/**
 * Union of the steps of every training operation.
 *
 * @module
 */
import type { ActivationStep } from "./activation.ts";
import type { ActivationGradientStep } from "./activation_gradient.ts";
import type { AdamStep } from "./adam.ts";
import type { AddStep } from "./add.ts";
import type { BlockDiagonalStep } from "./attention/block_diagonal.ts";
import type { BlockDiagonalGradientStep } from "./attention/block_diagonal_gradient.ts";
import type { EdgeSoftmaxStep } from "./attention/edge_softmax.ts";
import type { EdgeSoftmaxGradientStep } from "./attention/edge_softmax_gradient.ts";
import type { EntrySumsStep } from "./attention/entry_sums.ts";
import type { HeadSddmmStep } from "./attention/head_sddmm.ts";
import type { HeadSpmmStep } from "./attention/head_spmm.ts";
import type { ColumnSumStep } from "./column_sum.ts";
import type { CrossEntropyStep } from "./cross_entropy.ts";
import type { CrossEntropyGradientStep } from "./cross_entropy_gradient.ts";
import type { TanhGateStep } from "./tanh_gate.ts";
import type { TanhGateGradientStep } from "./tanh_gate_gradient.ts";
import type { GatherEntriesStep } from "./gather_entries.ts";
import type { GatherRowsStep } from "./gather_rows.ts";
import type { GemmStep } from "./gemm.ts";
import type { PathSpmmStep } from "./path_spmm.ts";
import type { ScatterRowsStep } from "./scatter_rows.ts";
import type { SegmentMaxStep } from "./segment_max.ts";
import type { SegmentMaxGradientStep } from "./segment_max_gradient.ts";
import type { SpmmStep } from "./spmm.ts";

export type {
  ActivationGradientStep,
  ActivationStep,
  AdamStep,
  AddStep,
  BlockDiagonalGradientStep,
  BlockDiagonalStep,
  ColumnSumStep,
  CrossEntropyGradientStep,
  CrossEntropyStep,
  EdgeSoftmaxGradientStep,
  EdgeSoftmaxStep,
  EntrySumsStep,
  GatherEntriesStep,
  GatherRowsStep,
  GemmStep,
  HeadSddmmStep,
  HeadSpmmStep,
  PathSpmmStep,
  ScatterRowsStep,
  SegmentMaxGradientStep,
  SegmentMaxStep,
  SpmmStep,
  TanhGateGradientStep,
  TanhGateStep,
};

/**
 * Operation with its operands. A result is never one of the inputs, except for tensors that an operation
 * changes in place.
 */
export type StepOperation =
  | ActivationGradientStep
  | ActivationStep
  | AdamStep
  | AddStep
  | BlockDiagonalGradientStep
  | BlockDiagonalStep
  | ColumnSumStep
  | CrossEntropyGradientStep
  | CrossEntropyStep
  | EdgeSoftmaxGradientStep
  | EdgeSoftmaxStep
  | EntrySumsStep
  | TanhGateGradientStep
  | TanhGateStep
  | GatherEntriesStep
  | GatherRowsStep
  | GemmStep
  | HeadSddmmStep
  | HeadSpmmStep
  | PathSpmmStep
  | ScatterRowsStep
  | SegmentMaxGradientStep
  | SegmentMaxStep
  | SpmmStep;

/** Name of an operation, shared with the operation of `kernels/` whose kernels compute it. */
export type OperationName = StepOperation["op"];
