/**
 * Tables of cells on the page of a comparison.
 *
 * @module
 */
import { type Content, html, type Markup } from "../report/markup.ts";
import { formatInterval, formatNumber, formatUnit } from "../report/number.ts";
import { type Column, renderTable } from "../report/tables/table.ts";
import type { Row } from "../row.ts";
import { type CellSection, remarkWords, timeSummaries } from "./cell_sections.ts";
import type { CellComparison } from "./compare.ts";
import { intervalPicture, logarithmicSpan } from "./interval_picture.ts";
import type { Outcome } from "./outcome.ts";

/** Greatest number of rows in a table of the page. */
export const MOST_LISTED = 2000;

const STYLES: Readonly<Record<Outcome, string>> = {
  "worse": "bad",
  "slower": "open",
  "better": "good",
  "faster": "open",
  "changed": "open",
  "differs": "open",
  "underpowered": "open analogue",
  "no difference seen": "analogue",
  "equal": "analogue",
  "noted": "analogue",
  "not comparable": "analogue",
};

/** Outcomes of least interest, listed last. */
const LAST: readonly Outcome[] = ["equal", "noted"];

function valueOf({ median, unit }: Row): string {
  return median === undefined ? "none" : `${formatNumber(median)} ${formatUnit(unit)}`.trim();
}

const SPEEDUP_COLUMNS: readonly Column[] = [
  { heading: "Against" },
  { heading: "A (95 %)", kind: "number" },
  { heading: "B (95 %)", kind: "number" },
];

const VALUE_COLUMNS: readonly Column[] = [
  { heading: "Metric" },
  { heading: "A", kind: "number" },
  { heading: "B", kind: "number" },
];

function ownCells({ a, b }: CellComparison, kind: CellSection["kind"]): Content[] {
  if (kind !== "speed-up") return [a.metric.replaceAll("_", " "), valueOf(a), valueOf(b)];
  const withInterval = (row: Row) => {
    const interval = formatInterval(row.ci_lo, row.ci_hi);
    return valueOf(row) + (interval && ` (${interval})`);
  };
  return [a.vs === "" ? a.metric.replaceAll("_", " ") : a.vs, withInterval(a), withInterval(b)];
}

/** Table of a section's cells, one line each, with their intervals drawn on one scale. */
function cellTable(
  { kind, heading, cells }: CellSection,
  smallestDifference: number,
): Markup {
  const span = logarithmicSpan(cells, smallestDifference);
  return renderTable({
    caption: html`${heading}. Ratios of ${formatNumber(Math.exp(-span), 2)} to ${
      formatNumber(Math.exp(span), 2)
    } are drawn, on a logarithmic scale; the band is what the A/A runs cannot tell from 1.`,
    columns: [
      { heading: "Cell" },
      { heading: "Outcome" },
      ...(kind === "speed-up" ? SPEEDUP_COLUMNS : VALUE_COLUMNS),
      { heading: "B over A" },
      { heading: "Ratio", kind: "number" },
      { heading: "95 % interval", kind: "number" },
      { heading: "p (U-test, Holm)", kind: "number" },
      { heading: "Remark", kind: "wide" },
    ],
    rows: cells.map((cell): Content[] => [
      html`<code>${cell.a.cell}</code>`,
      html`<span class="verdict ${STYLES[cell.outcome]}">${cell.outcome}</span>`,
      ...ownCells(cell, kind),
      intervalPicture(cell, span, smallestDifference),
      formatNumber(cell.ratio, 3),
      formatInterval(cell.ciLo, cell.ciHi),
      formatNumber(cell.pHolm, 2),
      remarkWords(cell),
    ]),
    limit: MOST_LISTED,
    file: "rows.csv of the sessions",
  });
}

function timeSummaryTable({ heading, cells }: CellSection): Markup {
  return renderTable({
    caption: html`${heading} by suite: median, lowest and highest ratio of its cells, B over A.`,
    columns: [
      { heading: "Suite" },
      { heading: "Metric" },
      { heading: "Times", kind: "number" },
      { heading: "B over A", kind: "number" },
      { heading: "Lowest", kind: "number" },
      { heading: "Highest", kind: "number" },
      { heading: "Slower", kind: "number" },
      { heading: "Faster", kind: "number" },
    ],
    rows: timeSummaries(cells).map((each): Content[] => [
      html`<code>${each.suite}</code>`,
      each.metric.replaceAll("_", " "),
      each.n,
      formatNumber(each.ratio, 3),
      formatNumber(each.lowest, 3),
      formatNumber(each.highest, 3),
      each.slower,
      each.faster,
    ]),
    limit: MOST_LISTED,
    file: "rows.csv of the sessions",
  });
}

/**
 * Renders a section. Equal and noted cells are folded; on two devices, times are listed by suite and all
 * single times are folded.
 */
export function renderSection(
  section: CellSection,
  { smallestDifference, twoDevices }: { readonly smallestDifference: number; readonly twoDevices: boolean },
): Markup {
  const rest = section.cells.filter(({ outcome }) => LAST.includes(outcome));
  const judged = section.cells.filter(({ outcome }) => !LAST.includes(outcome));
  const table = (cells: readonly CellComparison[]) => cellTable({ ...section, cells }, smallestDifference);
  const folded = section.kind === "time" && twoDevices && judged.length > 0;
  return html`${
    folded
      ? html`${timeSummaryTable(section)}<details><summary>Every time: ${judged.length}</summary>${
        table(judged)
      }</details>`
      : judged.length > 0 && table(judged)
  }${
    rest.length > 0 &&
    html`<details><summary>Equal, or noted by a suite without being reported: ${rest.length}</summary>${
      table(rest)
    }</details>`
  }`;
}
