/**
 * Checks of the operands of a gather or a scatter.
 *
 * @module
 */
import type { DeviceMatrix } from "../../../hardware/dense.ts";
import type { DeviceBuffer } from "../../../hardware/device.ts";
import { UsageError } from "../../../platform/errors.ts";
import { assertFit } from "../../operand_fit.ts";
import { plural } from "../../../platform/text/plural.ts";

/**
 * Operands of a gather or scatter: the matrix that indices point into, the one with a row for each index, and
 * the indices.
 */
export interface RowCopy {
  /** Indexed matrix: X of a gather, Y of a scatter. */
  readonly whole: DeviceMatrix;
  /** Matrix with a row per index: Y of a gather, X of a scatter. */
  readonly part: DeviceMatrix;
  /** Indices of rows of `whole`, u32, one per row of `part`. */
  readonly index: DeviceBuffer;
}

/**
 * Checks that the shapes of the operands of a gather or scatter fit each other.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertCopy(action: string, { whole, part, index }: RowCopy): void {
  assertFit(action, [
    { name: "the matrix of the indexed rows", matrix: part, rows: part.rows, cols: whole.cols },
    { name: "the index", buffer: index, words: part.rows },
  ]);
  if (whole.rows > 0 || part.rows === 0) return;
  throw new UsageError({
    action,
    current: `${plural(part.rows, "index", "indices")} into a matrix without rows`,
    wanted: "rows to point at",
    next: "stage the operands from one problem",
  });
}
