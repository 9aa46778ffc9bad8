/**
 * The operands of a loss over rows, which the loss and its gradient share.
 *
 * @module
 */
import type { DeviceMatrix } from "../../../hardware/dense.ts";
import type {
  CrossEntropyOperands,
  CrossEntropyProblem,
  TruthOperands,
} from "../../../kernels/cross_entropy/cross_entropy.ts";
import type { IndexOperand, Tensor } from "../../program/tensor.ts";
import type { OperandCheck } from "./operand_check.ts";
import { onlyBuffer, type OperandSource } from "./operand_source.ts";
import type { IndexUse } from "./operation_rules.ts";
import { asFloat32, type ProblemSource } from "./problem_source.ts";

/** The truth about each row: classes as u32, one a row, or 0 and 1, one a row and class. */
export type StepTruth = { readonly labels: IndexOperand } | { readonly targets: Tensor };

/** Rows of scores with their truth. */
export interface ClassifiedRows {
  /** `rows x classes`. */
  readonly logits: Tensor;
  /** The truth. */
  readonly truth: StepTruth;
  /** `1 x rows`: the weight of each row in the loss. */
  readonly weights: Tensor;
}

/** The tensors of classified rows. */
export function classifiedInputs({ logits, truth, weights }: ClassifiedRows): readonly Tensor[] {
  return [logits, weights, ..."targets" in truth ? [truth.targets] : []];
}

/** The labels of classified rows. */
export function classifiedIndices({ logits, truth }: ClassifiedRows): readonly IndexUse[] {
  return "labels" in truth ? [{ operand: truth.labels, below: logits.cols, distinct: false }] : [];
}

/** Compares a weight and a truth for each row. */
export function checkClassified({ logits, truth, weights }: ClassifiedRows, check: OperandCheck): void {
  const { rows } = logits;
  check.that(weights.rows === 1 && weights.cols === rows, weights, `1 x ${rows}, a weight for each row`);
  if ("targets" in truth) check.same(logits, truth.targets);
  else check.length(truth.labels, rows, "a label for each row");
}

/** Classified rows on a device. */
export function classifiedOperands(
  { logits, truth, weights }: ClassifiedRows,
  at: OperandSource,
  output: DeviceMatrix,
): CrossEntropyOperands {
  const staged: TruthOperands = "labels" in truth
    ? { labels: at.index(truth.labels) }
    : { targets: at.matrix(truth.targets) };
  return { logits: at.matrix(logits), truth: staged, weights: onlyBuffer(weights, at), output };
}

/** Classified rows with numbers. */
export function classifiedProblem(
  { logits, truth, weights }: ClassifiedRows,
  given: ProblemSource,
): CrossEntropyProblem {
  return {
    logits: given.numbers(logits),
    rows: logits.rows,
    classes: logits.cols,
    truth: "labels" in truth
      ? { labels: given.list(truth.labels) }
      : { targets: asFloat32(given.numbers(truth.targets)) },
    weights: asFloat32(given.numbers(weights)),
  };
}
