/**
 * Checks of the operands of a gather of entries.
 *
 * @module
 */
import { UsageError } from "../../../platform/errors.ts";
import { assertFit, assertIndicesBelow, type OperandFit } from "../../operand_fit.ts";
import type { GatherEntriesOperands } from "../entries.ts";
import { plural } from "../../../platform/text/plural.ts";

/**
 * Checks indices before they are uploaded.
 *
 * @throws {UsageError} naming the first index that is not an entry of x.
 */
export function assertEntryIndex(index: Uint32Array, entries: number): void {
  assertIndicesBelow(entries, index, "gather entries by an index");
}

/**
 * Checks that the shapes of a gather's operands fit each other.
 *
 * @throws {UsageError} where the shapes do not fit each other.
 */
export function assertEntries({ x, index, dropout, output }: GatherEntriesOperands): void {
  const action = "gather entries";
  const others: OperandFit[] = [];
  if (index) others.push({ name: "the index", buffer: index, words: output.cols });
  if (dropout) others.push({ name: "the training step", buffer: dropout.step, words: 1 });
  assertFit(action, [
    { name: "x", matrix: x, rows: 1, cols: index ? x.cols : output.cols },
    { name: "y", matrix: output, rows: 1, cols: output.cols },
    ...others,
  ]);
  if (x.cols > 0 || output.cols === 0) return;
  throw new UsageError({
    action,
    current: `${plural(output.cols, "index", "indices")} into no entries`,
    wanted: "entries to point at",
    next: "stage the operands from one problem",
  });
}
