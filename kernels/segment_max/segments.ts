/**
 * Checks of the division of rows into segments, and of the operands of the maxima over them.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { assertFit } from "../operand_fit.ts";
import type { SegmentMaxGradientOperands, SegmentMaxOperands } from "./segment_max.ts";

/**
 * Checks the offsets of segments before they are uploaded.
 *
 * @throws {UsageError} unless the offsets ascend from 0 to the number of rows.
 */
export function assertSegments(offsets: Uint32Array, rows: number): void {
  const wanted = `offsets that ascend from 0 to ${rows}`;
  const refuse = (current: string): never => {
    throw new UsageError({
      action: "divide rows into segments",
      current,
      wanted,
      next: "pass the first row of each segment, and the number of rows at the end",
    });
  };
  if (offsets.length === 0) return refuse("no offset");
  if (offsets[0] !== 0) return refuse(`a first offset of ${offsets[0]}`);
  for (let i = 1; i < offsets.length; i++) {
    if (offsets[i] < offsets[i - 1]) return refuse(`${offsets[i]} after ${offsets[i - 1]} at place ${i}`);
  }
  if (offsets.at(-1) !== rows) return refuse(`a last offset of ${offsets.at(-1)}`);
}

/**
 * Checks the shapes of the operands of the maxima of segments.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertSegmentMax({ x, offsets, output }: SegmentMaxOperands): void {
  assertFit("find the largest of segments", [
    { name: "the offsets", buffer: offsets, words: output.rows + 1 },
    { name: "Y", matrix: output, rows: output.rows, cols: x.cols },
  ]);
}

/**
 * Checks the shapes of the operands of the gradient of the maxima.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertSegmentMaxGradient(
  { x, offsets, gradient, output }: SegmentMaxGradientOperands,
): void {
  assertFit("compute the gradient of the largest of segments", [
    { name: "the offsets", buffer: offsets, words: gradient.rows + 1 },
    { name: "G", matrix: gradient, rows: gradient.rows, cols: x.cols },
    { name: "T", matrix: output, rows: x.rows, cols: x.cols },
  ]);
}
