/**
 * Text on how cells ended.
 *
 * @module
 */
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import type { Row } from "../../../results/row.ts";
import { isSentinel } from "../../../results/sentinel.ts";

/** Status and reason of one row of a cell. */
type Outcome = Pick<Row, "cell" | "status" | "reason">;

/** Longest reason that a progress line shows. */
const SHORT = 80;

/** Statuses, the one that a reader has to know of first. */
const WORST_FIRST: readonly Outcome["status"][] = ["wrong", "failed", "oom", "skipped", "ok"];

function byStatus(a: Outcome, b: Outcome): number {
  return WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status);
}

/** The worst row of each cell, by which a cell is counted; the worst cell first. */
export function cellOutcomes<T extends Outcome>(rows: readonly T[]): readonly T[] {
  return [...Map.groupBy(rows, ({ cell }) => cell).values()].map((own) => own.toSorted(byStatus)[0])
    .toSorted(byStatus);
}

/** A reason without its details: `unstable`. */
function heading(reason: string): string {
  return cut(reason.split(/[:;,]/)[0]);
}

function cut(text: string): string {
  return text.length > SHORT ? `${text.slice(0, SHORT - 1)}…` : text;
}

/** The reason of all these cells, or how many have which: `5 × unstable, 2 × CuPy runs on CUDA only`. */
function reasonsText(bad: readonly Outcome[]): string {
  const groups = [...Map.groupBy(bad, ({ reason }) => heading(reason))];
  if (groups.length === 1) return cut(bad[0].reason);
  return groups.toSorted(([, a], [, b]) => b.length - a.length)
    .map(([text, rows]) => `${rows.length} × ${text}`).join(", ");
}

/**
 * Counts of cells by how they ended, the worst first, each with its reasons: `1 failed (a reason), 12 skipped
 * (8 × unstable, 4 × on webgpu only), 30 ok`; `ok` where all are.
 */
export function cellOutcomeText(rows: readonly Outcome[]): string {
  const groups = Map.groupBy(cellOutcomes(rows), ({ status }) => status);
  if ([...groups.keys()].every((status) => status === "ok")) return "ok";
  return [...groups].map(([status, cells]) =>
    `${cells.length} ${status}${status === "ok" ? "" : ` (${reasonsText(cells)})`}`
  ).join(", ");
}

/** {@link cellOutcomeText} of a comparison's rows, without the sentinel's, which is no contender. */
export function comparisonOutcomeText(
  rows: readonly Pick<Row, "cell" | "status" | "reason" | "contender" | "metric">[],
): string {
  return cellOutcomeText(rows.filter((row) => !isSentinel(row)));
}

/** Place and numbers of a result that is not the oracle's. */
export function wrongResultText({ worst }: CheckReport): string {
  const { row, col, got, wanted } = worst!;
  const place = col === undefined ? `a projection of row ${row}` : `row ${row}, column ${col}`;
  return `${place}: ${got}, the oracle has ${wanted}`;
}
