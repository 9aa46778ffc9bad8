/**
 * Words for cells that did not end well.
 *
 * @module
 */
import type { CheckReport } from "../../../kernels/check.ts";
import type { NewRow } from "../../../results/store/store.ts";

/** Longest reason that a progress line shows. */
const SHORT = 60;

/** Statuses, the one that a reader has to know of first. */
const WORST_FIRST: readonly NewRow["status"][] = ["wrong", "failed", "oom", "skipped", "ok"];

/** `1 failed, 12 skipped (a reason of the first)`: counts of the cells that are not `ok`, the worst first. */
export function outcomeWords(bad: readonly NewRow[]): string {
  const sorted = bad.toSorted((a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status));
  const counts = [...Map.groupBy(sorted, ({ status }) => status)].map(([status, rows]) =>
    `${rows.length} ${status}`
  );
  const reason = sorted[0].reason;
  return `${counts.join(", ")} (${reason.length > SHORT ? `${reason.slice(0, SHORT - 1)}…` : reason})`;
}

/** Place and numbers of a result that is not the oracle's. */
export function wrongWords({ worst }: CheckReport): string {
  const { row, col, got, wanted } = worst!;
  const place = col === undefined ? `a projection of row ${row}` : `row ${row}, column ${col}`;
  return `${place}: ${got}, the oracle has ${wanted}`;
}
