/**
 * Operation `cross-entropy-gradient`: the gradient of the summed loss of all rows.
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

/** Step `out = d(sum of the losses) / d(logits)`. */
export interface CrossEntropyGradientStep extends ClassifiedRows {
  /** Name of the operation. */
  readonly op: "cross-entropy-gradient";
  /** Result, `rows x classes`. */
  readonly out: Tensor;
}

/** Rules of {@linkcode CrossEntropyGradientStep}. */
export const crossEntropyGradient: OperationRules<
  CrossEntropyGradientStep,
  CrossEntropyOperands,
  CrossEntropyProblem
> = {
  phase: "loss",
  weight: "heavy",
  writes: "all",
  inputs: classifiedInputs,
  shape(step, check) {
    checkClassified(step, check);
    return step.logits;
  },
  matrices: () => [],
  indices: classifiedIndices,
  operands: (step, at) => classifiedOperands(step, at, at.matrix(step.out)),
  problem: classifiedProblem,
  work: streamed,
};
