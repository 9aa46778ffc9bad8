/**
 * Words for cells that did not end well.
 *
 * @module
 */
import type { CheckReport } from "../../../kernels/check.ts";
import type { NewRow } from "../../../results/store/store.ts";

/** Longest reason that a progress line shows. */
const SHORT = 60;

/** `12 skipped, 1 failed (the first reason)`: counts of the cells that are not `ok`, by status. */
export function outcomeWords(bad: readonly NewRow[]): string {
  const counts = [...Map.groupBy(bad, ({ status }) => status)].map(([status, rows]) =>
    `${rows.length} ${status}`
  );
  const reason = bad[0].reason;
  return `${counts.join(", ")} (${reason.length > SHORT ? `${reason.slice(0, SHORT - 1)}…` : reason})`;
}

/** Place and numbers of a result that is not the oracle's. */
export function wrongWords({ worst }: CheckReport): string {
  const { row, col, got, wanted } = worst!;
  const place = col === undefined ? `a projection of row ${row}` : `row ${row}, column ${col}`;
  return `${place}: ${got}, the oracle has ${wanted}`;
}
