/**
 * Checks of the operands of softmaxes over entries.
 *
 * @module
 */
import { assertFit } from "../../operand_fit.ts";
import { assertBipartite, assertHeads, byEntry } from "../attention_fit.ts";
import type { EdgeSoftmaxGradientOperands, EdgeSoftmaxOperands } from "./edge_softmax.ts";

/**
 * Checks the shapes of the operands of `edge-softmax`.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertEdgeSoftmax({ matrix, scores, heads, output }: EdgeSoftmaxOperands): void {
  const action = "compute a softmax over entries";
  assertHeads(action, heads, 1);
  assertBipartite(action, matrix);
  assertFit(action, [
    { name: "the scores", matrix: scores, rows: matrix.cols, cols: 2 * heads },
    byEntry("the result", matrix, output, heads),
  ]);
}

/**
 * Checks the shapes of the operands of `edge-softmax-gradient`.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertEdgeSoftmaxGradient(operands: EdgeSoftmaxGradientOperands): void {
  const { matrix, heads, attention, gradient } = operands;
  assertEdgeSoftmax(operands);
  assertFit("compute the gradient of a softmax over entries", [
    byEntry("the attention", matrix, attention, heads),
    byEntry("the gradient", matrix, gradient, heads),
  ]);
}
