/**
 * Cells of a session that are wrong or failed.
 *
 * @module
 */
import { groupBy } from "../platform/lists/group_by.ts";
import { counted } from "../platform/text/plural.ts";
import type { Row, Status } from "./row.ts";

/** Statuses of a lost cell, the worse first. A skipped one, or one without memory for it, is none. */
const LOST: readonly Status[] = ["wrong", "failed"];

/** Numbers of lost cells. */
export interface LostCount {
  /** Cells that are wrong. */
  readonly wrong: number;
  /** Cells that failed. */
  readonly failed: number;
}

/** One row a lost cell, the wrong ones first. */
export function lostCells(rows: readonly Row[]): readonly Row[] {
  return LOST.flatMap((status) => {
    const own = rows.filter((row) => row.status === status);
    return [...groupBy(own, ({ cell }) => cell).values()].map(([row]) => row);
  });
}

/** Counts lost cells. */
export function countLost(rows: readonly Row[]): LostCount {
  const lost = lostCells(rows),
    count = (wanted: Status) => lost.filter(({ status }) => status === wanted).length;
  return { wrong: count("wrong"), failed: count("failed") };
}

/** Text on how many cells are lost: `2 cells are wrong and 1 failed`; none where none is. */
export function lostText({ wrong, failed }: LostCount): string {
  const are = `${counted(wrong, "cell")} ${wrong === 1 ? "is" : "are"} wrong`;
  if (failed === 0) return wrong === 0 ? "" : are;
  return wrong === 0 ? `${counted(failed, "cell")} failed` : `${are} and ${failed} failed`;
}
