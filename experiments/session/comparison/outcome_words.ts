/**
 * Words for cells that did not end well.
 *
 * @module
 */
import type { CheckReport } from "../../../kernels/check.ts";
import type { Row } from "../../../results/row.ts";

/** A cell's status and its reason. */
type Outcome = Pick<Row, "status" | "reason">;

/** Longest reason that a progress line shows. */
const SHORT = 80;

/** Statuses, the one that a reader has to know of first. */
const WORST_FIRST: readonly Outcome["status"][] = ["wrong", "failed", "oom", "skipped", "ok"];

/** A reason without its details: `unstable`. */
function heading(reason: string): string {
  return cut(reason.split(/[:;,]/)[0]);
}

function cut(text: string): string {
  return text.length > SHORT ? `${text.slice(0, SHORT - 1)}…` : text;
}

/** The reason of all these cells, or how many have which: `5 × unstable, 2 × CuPy runs on CUDA only`. */
function reasonWords(bad: readonly Outcome[]): string {
  const groups = [...Map.groupBy(bad, ({ reason }) => heading(reason))];
  if (groups.length === 1) return cut(bad[0].reason);
  return groups.toSorted(([, a], [, b]) => b.length - a.length)
    .map(([words, rows]) => `${rows.length} × ${words}`).join(", ");
}

/**
 * Counts of the cells that are not `ok`, the worst first, each with its reasons: `1 failed (a reason),
 * 12 skipped (8 × unstable, 4 × on webgpu only)`.
 */
export function outcomeWords(bad: readonly Outcome[]): string {
  const sorted = bad.toSorted((a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status));
  return [...Map.groupBy(sorted, ({ status }) => status)].map(([status, rows]) =>
    `${rows.length} ${status} (${reasonWords(rows)})`
  ).join(", ");
}

/** Place and numbers of a result that is not the oracle's. */
export function wrongWords({ worst }: CheckReport): string {
  const { row, col, got, wanted } = worst!;
  const place = col === undefined ? `a projection of row ${row}` : `row ${row}, column ${col}`;
  return `${place}: ${got}, the oracle has ${wanted}`;
}
