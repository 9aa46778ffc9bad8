/**
 * A comparison of two sessions as text for the terminal: what changed first, and what shows no difference only if asked.
 *
 * @module
 */
import { textTable } from "../../platform/text_table.ts";
import { formatInterval, formatNumber, formatShare } from "../report/number.ts";
import { printable } from "../scorecard_text.ts";
import type { CellComparison, Outcome, SessionComparison } from "./compare.ts";

/** How many cells came to each outcome, as words. */
export function outcomeWords({ cells }: SessionComparison): string {
  const counts = Map.groupBy(cells, ({ outcome }) => outcome);
  return [...counts].map(([outcome, own]) => `${own.length} ${outcome}`).join(", ") || "no cell in common";
}

/** Reasons that are listed. */
const MOST_REASONS = 5;
const QUIET: readonly Outcome[] = ["no difference seen", "equal", "noted", "not comparable"];

function tableRow({ a, b, ratio, ciLo, ciHi, pHolm, outcome, reason }: CellComparison): string[] {
  return [
    outcome,
    formatNumber(ratio, 3),
    formatInterval(ciLo, ciHi),
    pHolm === undefined ? "" : formatNumber(pHolm, 2),
    formatNumber(a.median),
    formatNumber(b.median),
    a.metric,
    [printable(a.cell), reason && `(${printable(reason)})`].filter(Boolean).join(" "),
  ];
}

/** Why cells are not comparable, most often first. */
function obstacles({ cells }: SessionComparison): string[] {
  const hindered = cells.filter(({ outcome }) => outcome === "not comparable");
  const reasons = [...Map.groupBy(hindered, ({ reason }) => reason)].sort(([, m], [, n]) =>
    n.length - m.length
  );
  return reasons.slice(0, MOST_REASONS).map(([reason, own]) =>
    `Not comparable: ${own.length}, ${printable(reason)}.`
  );
}

/** The comparison; with `all`, also the cells without a difference. */
export function renderComparisonText(
  comparison: SessionComparison,
  options: { readonly all?: boolean } = {},
): string {
  const { a, b, changes, cells, onlyA, onlyB, smallestDifference } = comparison;
  const shown = options.all ? cells : cells.filter(({ outcome }) => !QUIET.includes(outcome));
  const hidden = cells.length - shown.length;
  const lines = [
    `${a.session} (A) and ${b.session} (B): ratios are B over A`,
    `${outcomeWords(comparison)}; differences up to ${formatShare(smallestDifference)} cannot be seen`,
    "",
    ...(shown.length === 0 ? ["No difference in any cell."] : [
      textTable(
        ["outcome", "ratio", "95 % interval", "p (Holm)", "A", "B", "metric", "cell"],
        shown.map(tableRow),
      ),
    ]),
    ...(hidden > 0 ? [`${hidden} more without a difference: --all shows them.`] : []),
    ...obstacles(comparison),
    ...(onlyA.length > 0 ? [`Only in A: ${onlyA.length} rows.`] : []),
    ...(onlyB.length > 0 ? [`Only in B: ${onlyB.length} rows.`] : []),
    "",
    ...(changes.length === 0 ? ["Nothing else differs."] : [
      textTable(
        ["what differs", "name", "A", "B"],
        changes.map(({ part, name, a, b }) => [part, printable(name), printable(a), printable(b)]),
      ),
    ]),
  ];
  return lines.join("\n") + "\n";
}
