/**
 * Checks of the operands of block-diagonal matrices and of the gradient of their vectors.
 *
 * @module
 */
import { assertFit } from "../../operand_fit.ts";
import { assertHeads } from "../attention_fit.ts";
import type { BlockDiagonalOperands } from "./block_diagonal.ts";

/**
 * Checks the shapes of the operands of `block-diagonal`.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertBlockDiagonal({ x, heads, headWidth, output }: BlockDiagonalOperands): void {
  const action = "write a block-diagonal matrix";
  assertHeads(action, heads, headWidth);
  assertFit(action, [
    { name: "the vectors", matrix: x, rows: 2, cols: heads * headWidth },
    { name: "the result", matrix: output, rows: heads * headWidth, cols: 2 * heads },
  ]);
}

/**
 * Checks the shapes of the operands of `block-diagonal-gradient`.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertBlockDiagonalGradient({ x, heads, headWidth, output }: BlockDiagonalOperands): void {
  const action = "compute the gradient of a block-diagonal matrix";
  assertHeads(action, heads, headWidth);
  assertFit(action, [
    { name: "the gradient", matrix: x, rows: heads * headWidth, cols: 2 * heads },
    { name: "the result", matrix: output, rows: 2, cols: heads * headWidth },
  ]);
}
