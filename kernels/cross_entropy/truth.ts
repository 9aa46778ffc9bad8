/**
 * Checks of the scores, ground truth, weights and output of a loss.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { assertFit, assertIndicesBelow, type OperandFit } from "../operand_fit.ts";
import type { CrossEntropyOperands } from "./cross_entropy.ts";
import { plural } from "../../platform/text/plural.ts";

/**
 * Checks labels before they are uploaded.
 *
 * @throws {UsageError} naming the first label that is not a class.
 */
export function assertLabels(labels: Uint32Array, classes: number): void {
  assertIndicesBelow(classes, labels, "compare scores with labels");
}

/**
 * Checks that the shapes of a loss's operands fit each other; the output has `cols` columns.
 *
 * @throws {UsageError} where the shapes do not fit each other, or there are labels and no classes.
 */
export function assertCrossEntropy(
  { logits, truth, weights, output }: CrossEntropyOperands,
  cols: number,
): void {
  const { rows, cols: classes } = logits;
  const known: OperandFit = truth.labels
    ? { name: "labels", buffer: truth.labels, words: rows }
    : { name: "targets", matrix: truth.targets, rows, cols: classes };
  assertFit("compute a loss", [
    known,
    { name: "weights", buffer: weights, words: rows },
    { name: "the output", matrix: output, rows, cols },
  ]);
  if (classes > 0 || rows === 0 || !truth.labels) return;
  throw new UsageError({
    action: "compute a loss",
    current: `labels for ${plural(rows, "row")} of scores of no class`,
    wanted: "at least one class",
    next: "give the last layer as many columns as there are classes",
  });
}
