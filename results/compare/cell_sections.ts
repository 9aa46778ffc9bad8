/**
 * Sections of a comparison's cells, for text and page: times, speed-ups, other values.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import type { NonEmpty } from "../../platform/lists/non_empty.ts";
import { isRange } from "../report/interval_text.ts";
import type { CellKind, SessionComparison } from "./compare.ts";
import { areOfTwoDevices } from "./conditions.ts";
import { type JoinedCell, joinedCells, present } from "./joined_cells.ts";
import { outcomeText } from "./outcome_text.ts";
import { letterOf } from "./session_letters.ts";

/** Cells of one kind. */
export interface CellSection {
  /** Kind of all cells in the section. */
  readonly kind: CellKind;
  /** Name in one or two words. */
  readonly name: string;
  /** Name with a remark that applies to all cells. */
  readonly heading: string;
  /** Cells in the order of the comparison. */
  readonly cells: NonEmpty<JoinedCell>;
}

/** Remark on times of several devices: the condition, or that there are several. */
function deviceRemark({ pairs }: SessionComparison): string {
  const [first, ...others] = pairs.flatMap(({ conditions }) =>
    areOfTwoDevices(conditions) ? [conditions[0]] : []
  );
  return first === undefined ? "" : others.length > 0 ? " (several devices)" : ` (${first})`;
}

/** The sections that have cells. */
export function cellSections(comparison: SessionComparison): CellSection[] {
  const headings: readonly [CellKind, string, string][] = [
    ["time", "Times", `Times${deviceRemark(comparison)}`],
    ["speed-up", "Speed-ups", "Speed-ups, each against its own session's baseline"],
    ["value", "Other values", "Other values"],
  ];
  const byKind = groupBy(joinedCells(comparison), ({ kind }) => kind);
  return headings.flatMap(([kind, name, heading]) => {
    const cells = byKind.get(kind);
    return cells === undefined ? [] : [{ kind, name, heading, cells }];
  });
}

/** Reasons and marks of a cell in one line; of several sessions, each with its letter. */
export function remarkText(cell: JoinedCell): string {
  const texts = cell.columns.map((column) =>
    column === undefined ? "absent" : [column.reason, ...column.marks].filter(Boolean).join("; ")
  );
  const [first, ...others] = texts;
  if (first !== undefined && others.every((each) => each === first)) return first;
  return texts.flatMap((each, i) => each === "" ? [] : [`${letterOf(i + 1)}: ${each}`]).join("; ");
}

/** Headings of intervals in a table of cells; of a few samples they are ranges, and not of 95 %. */
export function intervalHeadings(
  cells: readonly JoinedCell[],
): { readonly ofRatio: string; readonly beside: string; readonly ranges: boolean } {
  const pairs = cells.flatMap(present);
  const intervals = pairs.flatMap(({ a, b, ciLo }) => [
    ...[a, b].filter((row) => row.ci_lo !== undefined),
    ...(ciLo === undefined ? [] : [a, b]),
  ]);
  const ranges = intervals.some(isRange);
  return {
    ofRatio: ranges ? "interval" : "95 % interval",
    beside: ranges ? "interval" : "95 %",
    ranges,
  };
}

/** Number of a section's cells by outcome, in words. */
export function sectionText({ cells }: Pick<CellSection, "cells">): string {
  const sessions = cells[0]?.columns.length ?? 0;
  return outcomeText({
    pairs: Array.from({ length: sessions }, (_, i) => ({
      cells: cells.flatMap(({ columns }) => columns[i] ?? []),
    })),
  });
}
