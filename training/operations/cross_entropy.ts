/**
 * Operation `cross-entropy`: the loss of each row.
 *
 * @module
 */
import type { CrossEntropyOperands, CrossEntropyProblem } from "../../kernels/cross_entropy/cross_entropy.ts";
import type { Tensor } from "../program/tensor.ts";
import {
  checkClassified,
  classifiedIndices,
  classifiedInputs,
  classifiedOperands,
  classifiedProblem,
  type ClassifiedRows,
} from "./rules/classified_rows.ts";
import type { OperationRules } from "./rules/operation_rules.ts";
import { streamed } from "./rules/traffic.ts";

/** Step `out[r] = weights[r] * loss(logits[r], truth[r])`. */
export interface CrossEntropyStep extends ClassifiedRows {
  /** Name of the operation. */
  readonly op: "cross-entropy";
  /** Result, `rows x 1`. */
  readonly out: Tensor;
}

/** Rules of {@linkcode CrossEntropyStep}. */
export const crossEntropy: OperationRules<CrossEntropyStep, CrossEntropyOperands, CrossEntropyProblem> = {
  phase: "loss",
  weight: "heavy",
  writes: "all",
  inputs: classifiedInputs,
  shape(step, check) {
    checkClassified(step, check);
    return { rows: step.logits.rows, cols: 1 };
  },
  matrices: () => [],
  indices: classifiedIndices,
  operands: (step, at) => classifiedOperands(step, at, at.matrix(step.out)),
  problem: classifiedProblem,
  work: streamed,
};
