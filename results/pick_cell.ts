/**
 * Choice of a cell by its name or a part of it.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import { groupBy } from "../platform/lists/group_by.ts";
import { nearNames } from "../platform/unknown_name.ts";

/** Greatest number of cells that a message suggests where none matches. */
const MOST_SUGGESTED = 8;

/**
 * Picks the cell of a name, or the only one that contains it or ends with it, in any case of letters.
 *
 * @param cells Names of all cells.
 * @param action Action of the error's message: `explain "cora" of "session"`.
 * @throws {UsageError} where none fits, or several do; the message names these, or the nearest ones.
 */
export function pickCell(cells: readonly string[], wanted: string, action: string): string {
  if (cells.includes(wanted)) return wanted;
  const containing = cells.filter((cell) => cell.toLowerCase().includes(wanted.toLowerCase()));
  // `w64:row-split` does not mean `w64:row-split-scalar`.
  const ending = containing.filter((cell) => cell.toLowerCase().endsWith(wanted.toLowerCase()));
  for (const [only, ...others] of [containing, ending]) {
    if (only !== undefined && others.length === 0) return only;
  }
  const found = containing.length === 0
    ? "no cell with that text"
    : `${containing.length} cells with that text`;
  const near = containing.length > 0 ? containing : nearCells(cells, wanted);
  const shown = (near.length > 0 ? near : cells).slice(0, MOST_SUGGESTED);
  throw new UsageError({
    action,
    current: found,
    wanted: "one cell, <suite>:<workload>:<contender>, or a part of one that no other has",
    next: shown.length > 0
      ? `name one of ${shown.map((cell) => JSON.stringify(cell)).join(", ")}`
      : "run a suite first",
  });
}

/** Cells that may be meant by a misspelt name, or by one of as many of their last parts. */
function nearCells(cells: readonly string[], wanted: string): readonly string[] {
  const whole = nearNames(wanted, cells);
  if (whole.length > 0) return whole;
  const parts = wanted.split(":").length;
  const byEnd = groupBy(cells, (cell) => cell.split(":").slice(-parts).join(":"));
  return nearNames(wanted, [...byEnd.keys()]).flatMap((end) => byEnd.get(end) ?? []);
}
