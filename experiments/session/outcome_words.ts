/**
 * Words for a comparison of which not every cell ended well.
 *
 * @module
 */
import type { NewRow } from "../../results/store/store.ts";

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
