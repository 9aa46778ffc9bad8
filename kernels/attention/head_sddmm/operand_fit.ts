/**
 * Checks of the operands of sampled dense-dense products for each head.
 *
 * @module
 */
import { assertFit } from "../../operand_fit.ts";
import { assertHeads, byEntry } from "../attention_fit.ts";
import type { HeadSddmmOperands } from "./head_sddmm.ts";

/**
 * Checks the shapes of the operands of `head-sddmm`.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertHeadSddmm({ matrix, a, b, heads, headWidth, output }: HeadSddmmOperands): void {
  const action = "multiply two matrices at the entries of a sparse one", cols = heads * headWidth;
  assertHeads(action, heads, headWidth);
  assertFit(action, [
    { name: "A", matrix: a, rows: matrix.rows, cols },
    { name: "B", matrix: b, rows: matrix.cols, cols },
    byEntry("the result", matrix, output, heads),
  ]);
}
