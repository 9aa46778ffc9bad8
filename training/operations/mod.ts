/**
 * Table of the rules of every training operation.
 *
 * @module
 */
import { activation } from "./activation.ts";
import { activationGradient } from "./activation_gradient.ts";
import { adam } from "./adam.ts";
import { add } from "./add.ts";
import { blockDiagonal } from "./attention/block_diagonal.ts";
import { blockDiagonalGradient } from "./attention/block_diagonal_gradient.ts";
import { edgeSoftmax } from "./attention/edge_softmax.ts";
import { edgeSoftmaxGradient } from "./attention/edge_softmax_gradient.ts";
import { entrySums } from "./attention/entry_sums.ts";
import { headSddmm } from "./attention/head_sddmm.ts";
import { headSpmm } from "./attention/head_spmm.ts";
import { columnSum } from "./column_sum.ts";
import { crossEntropy } from "./cross_entropy.ts";
import { crossEntropyGradient } from "./cross_entropy_gradient.ts";
import { tanhGate } from "./tanh_gate.ts";
import { tanhGateGradient } from "./tanh_gate_gradient.ts";
import { gatherEntries } from "./gather_entries.ts";
import { gatherRows } from "./gather_rows.ts";
import { gemm } from "./gemm.ts";
import { pathSpmm } from "./path_spmm.ts";
import type { OperationRules } from "./rules/operation_rules.ts";
import { scatterRows } from "./scatter_rows.ts";
import { segmentMax } from "./segment_max.ts";
import { segmentMaxGradient } from "./segment_max_gradient.ts";
import { spmm } from "./spmm.ts";
import type { OperationName, StepOperation } from "./step_operation.ts";

/**
 * Rules of the operations by name. An operation without a record, and a record without a rule, are type
 * errors.
 */
export const operations: {
  readonly [Op in OperationName]: OperationRules<Extract<StepOperation, { readonly op: Op }>>;
} = {
  "activation": activation,
  "activation-gradient": activationGradient,
  "adam": adam,
  "add": add,
  "block-diagonal": blockDiagonal,
  "block-diagonal-gradient": blockDiagonalGradient,
  "column-sum": columnSum,
  "cross-entropy": crossEntropy,
  "cross-entropy-gradient": crossEntropyGradient,
  "edge-softmax": edgeSoftmax,
  "edge-softmax-gradient": edgeSoftmaxGradient,
  "entry-sums": entrySums,
  "tanh-gate": tanhGate,
  "tanh-gate-gradient": tanhGateGradient,
  "gather-entries": gatherEntries,
  "gather-rows": gatherRows,
  "gemm": gemm,
  "head-sddmm": headSddmm,
  "head-spmm": headSpmm,
  "path-spmm": pathSpmm,
  "scatter-rows": scatterRows,
  "segment-max": segmentMax,
  "segment-max-gradient": segmentMaxGradient,
  "spmm": spmm,
};
