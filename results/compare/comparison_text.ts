/**
 * Comparison of two sessions as text for the terminal: the environment, then the changes. Cells without a
 * difference appear on request; times of two devices take one line a suite unless all are requested.
 *
 * @module
 */
import { textTable } from "../../platform/text_table.ts";
import { formatInterval, formatNumber, formatShare } from "../report/number.ts";
import { printable } from "../verdicts/scorecard_text.ts";
import {
  type CellSection,
  cellSections,
  conditionWords,
  remarkWords,
  timeSummaries,
} from "./cell_sections.ts";
import type { CellComparison, SessionComparison } from "./compare.ts";
import { areOfTwoDevices } from "./conditions.ts";
import type { Outcome } from "./outcome.ts";

/** Number of cells by outcome, in words. */
export function outcomeWords({ cells }: Pick<SessionComparison, "cells">): string {
  const counts = Map.groupBy(cells, ({ outcome }) => outcome);
  return [...counts].map(([outcome, own]) => `${own.length} ${outcome}`).join(", ") || "no cell in common";
}

/** Greatest number of listed reasons. */
const MOST_REASONS = 5;
const QUIET: readonly Outcome[] = ["no difference seen", "equal", "noted", "not comparable"];

function cellWords(cell: CellComparison): string {
  const remark = remarkWords(cell);
  return [printable(cell.a.cell), remark && `(${printable(remark)})`].filter(Boolean).join(" ");
}

function cellTable(cells: readonly CellComparison[]): string {
  return textTable(
    ["outcome", "ratio", "95 % interval", "p (Holm)", "A", "B", "metric", "cell"],
    cells.map((cell) => [
      cell.outcome,
      formatNumber(cell.ratio, 3),
      formatInterval(cell.ciLo, cell.ciHi),
      formatNumber(cell.pHolm, 2),
      formatNumber(cell.a.median),
      formatNumber(cell.b.median),
      cell.a.metric,
      cellWords(cell),
    ]),
  );
}

function speedupTable(cells: readonly CellComparison[]): string {
  const words = ({ median, ci_lo, ci_hi }: CellComparison["a"]) => {
    const interval = formatInterval(ci_lo, ci_hi);
    return formatNumber(median, 3) + (interval && ` (${interval})`);
  };
  return textTable(
    ["outcome", "A (95 %)", "B (95 %)", "B over A", "95 % interval", "p (Holm)", "against", "cell"],
    cells.map((cell) => [
      cell.outcome,
      words(cell.a),
      words(cell.b),
      formatNumber(cell.ratio, 3),
      formatInterval(cell.ciLo, cell.ciHi),
      formatNumber(cell.pHolm, 2),
      printable(cell.a.vs),
      cellWords(cell),
    ]),
  );
}

function timeSummaryTable(cells: readonly CellComparison[]): string {
  return textTable(
    ["times", "B over A", "lowest", "highest", "slower", "faster", "metric", "suite"],
    timeSummaries(cells).map((each) => [
      each.n,
      formatNumber(each.ratio, 3),
      formatNumber(each.lowest, 3),
      formatNumber(each.highest, 3),
      each.slower,
      each.faster,
      printable(each.metric),
      printable(each.suite),
    ]),
  );
}

function sectionLines({ kind, heading, cells }: CellSection, options: { twoDevices: boolean; all: boolean }) {
  const { twoDevices, all } = options;
  if (kind === "time" && twoDevices && !all) {
    return [
      `${heading}: ${outcomeWords({ cells })}`,
      timeSummaryTable(cells),
      "One line a suite: --all and the page show every time with its interval.",
      "",
    ];
  }
  // Whether a speed-up is the same on another device is the question, so "no difference" is shown as well.
  const sought = (outcome: Outcome) =>
    all || !QUIET.includes(outcome) ||
    (kind === "speed-up" && twoDevices && outcome === "no difference seen");
  const shown = cells.filter(({ outcome }) => sought(outcome));
  const hidden = cells.length - shown.length;
  return [
    `${heading}: ${outcomeWords({ cells })}`,
    ...(shown.length === 0 ? [] : [kind === "speed-up" ? speedupTable(shown) : cellTable(shown)]),
    ...(hidden > 0 ? [`${hidden} more without a difference: --all shows them.`] : []),
    "",
  ];
}

/** Reasons why cells are not comparable, the most frequent first. */
function obstacles({ cells }: SessionComparison): string[] {
  const hindered = cells.filter(({ outcome }) => outcome === "not comparable");
  const reasons = [...Map.groupBy(hindered, ({ reason }) => reason)].sort(([, m], [, n]) =>
    n.length - m.length
  );
  return reasons.slice(0, MOST_REASONS).map(([reason, own]) =>
    `Not comparable: ${own.length}, ${printable(reason)}.`
  );
}

/** Renders a comparison as text; with `all`, cells without a difference are included. */
export function renderComparisonText(
  comparison: SessionComparison,
  options: { readonly all?: boolean } = {},
): string {
  const { a, b, changes, onlyA, onlyB, smallestDifference } = comparison;
  const conditions = conditionWords(comparison);
  const section = { twoDevices: areOfTwoDevices(comparison.conditions), all: options.all ?? false };
  const lines = [
    `${printable(a.session)} (A) and ${printable(b.session)} (B): ratios are B over A`,
    ...(conditions === "" ? [] : [printable(conditions)]),
    `${outcomeWords(comparison)}; differences up to ${formatShare(smallestDifference)} cannot be seen`,
    "",
    ...(changes.length === 0 ? ["Device, environment, data and code are the same."] : [
      textTable(
        ["what differs", "name", "A", "B"],
        changes.map(({ part, name, a, b }) => [part, printable(name), printable(a), printable(b)]),
      ),
    ]),
    "",
    ...cellSections(comparison).flatMap((each) => sectionLines(each, section)),
    ...obstacles(comparison),
    ...(onlyA.length > 0 ? [`Only in A: ${onlyA.length} rows.`] : []),
    ...(onlyB.length > 0 ? [`Only in B: ${onlyB.length} rows.`] : []),
  ];
  return lines.join("\n").trimEnd() + "\n";
}
