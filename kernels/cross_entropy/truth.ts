/**
 * Whether scores, truth, weights and output of a loss belong together.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { assertFit, assertIndicesBelow, type Fit } from "../operand_fit.ts";
import type { CrossEntropyOperands } from "./cross_entropy.ts";

/**
 * What labels must be, before they are uploaded.
 *
 * @throws {UsageError} naming the first that is no class.
 */
export function assertLabels(labels: Uint32Array, classes: number): void {
  assertIndicesBelow(classes, labels, "compare scores with labels");
}

/**
 * Compares the shapes; `cols` are those of the output.
 *
 * @throws {UsageError} where the operands do not belong together, or there are labels and no classes.
 */
export function assertCrossEntropy(
  { logits, truth, weights, output }: CrossEntropyOperands,
  cols: number,
): void {
  const { rows, cols: classes } = logits;
  const known: Fit = truth.labels
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
    current: `labels for ${rows} rows of scores of no class`,
    wanted: "at least one class",
    next: "give the last layer as many columns as there are classes",
  });
}
