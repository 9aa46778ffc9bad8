/**
 * Operands of a loss over rows, shared by the loss and its gradient.
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

/** Truth about each row: classes as u32, one a row, or 0 and 1, one a row and class. */
export type StepTruth = { readonly labels: IndexOperand } | { readonly targets: Tensor };

/** Rows of logits with their truth. */
export interface ClassifiedRows {
  /** Logits, `rows x classes`. */
  readonly logits: Tensor;
  /** Truth about the rows. */
  readonly truth: StepTruth;
  /** Weight of each row in the loss, `1 x rows`. */
  readonly weights: Tensor;
}

/** Tensors of classified rows. */
export function classifiedInputs({ logits, truth, weights }: ClassifiedRows): readonly Tensor[] {
  return [logits, weights, ..."targets" in truth ? [truth.targets] : []];
}

/** Labels of classified rows. */
export function classifiedIndices({ logits, truth }: ClassifiedRows): readonly IndexUse[] {
  return "labels" in truth ? [{ operand: truth.labels, below: logits.cols, distinct: false }] : [];
}

/** Checks that each row has a weight and a truth. */
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
