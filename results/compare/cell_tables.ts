/**
 * Tables of cells on the page of a comparison.
 *
 * @module
 */
import { zip } from "../../platform/lists/zip.ts";
import { type Content, html, type Markup } from "../report/markup.ts";
import { RANGE_TEXT } from "../report/interval_text.ts";
import { formatEstimate, formatInterval, formatNumber } from "../../platform/text/number.ts";
import { formatUnit } from "../../platform/text/unit.ts";
import { foldedRemark } from "../report/tables/folded_text.ts";
import { type Column, renderTable } from "../report/tables/table.ts";
import type { Row } from "../row.ts";
import { type CellSection, intervalHeadings, remarkText } from "./cell_sections.ts";
import { intervalPicture, logarithmicSpan } from "./interval_picture.ts";
import { hasOutcome, type JoinedCell, present } from "./joined_cells.ts";
import { type Outcome, OUTCOME_ORDER } from "./outcome.ts";
import { timeRatioCells, timeSummaries } from "./time_summaries.ts";
import { headingOf, letterOf } from "./session_letters.ts";

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
const JUDGED = OUTCOME_ORDER.filter((outcome) => !LAST.includes(outcome));
/** Outcomes that compare something. */
const COMPARED = JUDGED.filter((outcome) => outcome !== "not comparable");

/** Cells without a comparison that are listed beside the others; more of them are folded. */
const MOST_WITHOUT = 10;

function valueOf({ median, unit }: Row): string {
  return median === undefined ? "none" : `${formatNumber(median)} ${formatUnit(unit)}`.trim();
}

/** A value above its interval. */
function withInterval(row: Row): Content {
  const interval = formatInterval(row.ci_lo, row.ci_hi);
  return html`${valueOf(row)}${interval && html`<br>(${interval})`}`;
}

/** Scale of the pictures of ratios. */
interface RatioScale {
  /** Half-width of the logarithmic scale. */
  readonly span: number;
  /** Largest difference that the A/A runs of each pair cannot see. */
  readonly smallestDifferences: readonly number[];
}

/** Outcomes of a cell, each above the ratio to the baseline as a picture and in numbers, and above its p. */
function ratioCells(cell: JoinedCell, { span, smallestDifferences }: RatioScale): Content[] {
  return zip(cell.columns, smallestDifferences).map(([column, smallestDifference]) => {
    if (column === undefined) return "absent";
    const { outcome, ratio, ciLo, ciHi, pHolm } = column;
    return html`<span class="verdict ${STYLES[outcome]}">${outcome}</span>${
      ratio !== undefined &&
      html`<br>${intervalPicture(column, span, smallestDifference)}<br>${
        formatEstimate({ value: ratio, lo: ciLo, hi: ciHi }, [1])
      }`
    }${pHolm !== undefined && html`<br>p ${formatNumber(pHolm, 2)}`}`;
  });
}

/** Table of some of a section's cells, one line each, with their intervals drawn on one scale. */
function cellTable(
  { kind, heading }: CellSection,
  cells: readonly JoinedCell[],
  smallestDifferences: readonly number[],
): Markup {
  const span = logarithmicSpan(cells.flatMap(present), Math.max(...smallestDifferences));
  const others = smallestDifferences.map((_, i) => i);
  const speedups = kind === "speed-up", text = speedups ? withInterval : valueOf;
  const { ofRatio, beside, ranges } = intervalHeadings(cells), range = speedups ? ` (${beside})` : "";
  return renderTable({
    caption: html`${heading}. Ratios of ${formatNumber(Math.exp(-span), 2)} to ${
      formatNumber(Math.exp(span), 2)
    } are drawn, on a logarithmic scale; the band is what the A/A runs cannot tell from 1. p is that of the U-test after
Holm's correction.${ranges && ` ${RANGE_TEXT}`}`,
    columns: [
      { heading: "Cell", kind: "wide" },
      ...others.map((i) => ({ heading: `${letterOf(i + 1)} over A (${ofRatio})` })),
      { heading: speedups ? "Against" : "Metric" },
      ...[0, ...others.map((i) => i + 1)].map((session): Column => ({
        heading: `${letterOf(session)}${range}`,
        kind: "number",
      })),
      { heading: "Remark" },
    ],
    rows: cells.map((cell): Content[] => [
      html`<code>${cell.row.cell}</code>`,
      ...ratioCells(cell, { span, smallestDifferences }),
      speedups && cell.row.vs !== "" ? cell.row.vs : cell.row.metric.replaceAll("_", " "),
      text(cell.row),
      ...cell.columns.map((column) => column === undefined ? "" : text(column.b)),
      foldedRemark(remarkText(cell)),
    ]),
    limit: MOST_LISTED,
    file: "rows.csv of the sessions",
    stacks: true,
  });
}

function timeSummaryTable({ heading, cells }: CellSection): Markup {
  const size = { columns: cells[0].columns.length };
  return renderTable({
    caption: html`${heading} by suite: median, lowest and highest ratio of its cells to those of A.`,
    columns: [
      { heading: "Suite" },
      { heading: "Metric" },
      ...cells[0].columns.flatMap((_, i) =>
        [
          headingOf("Times", i, size),
          `${letterOf(i + 1)} over A`,
          ...["Range", "Slower", "Faster"].map((name) => headingOf(name, i, size)),
        ].map((heading): Column => ({ heading, kind: "number" }))
      ),
    ],
    rows: timeSummaries(cells).map((each): Content[] => [
      html`<code>${each.suite}</code>`,
      each.metric.replaceAll("_", " "),
      ...each.columns.flatMap(timeRatioCells),
    ]),
    limit: MOST_LISTED,
    file: "rows.csv of the sessions",
  });
}

/**
 * Renders a section. Equal and noted cells are folded, and those that cannot be compared where they are many;
 * on several devices, times are listed by suite and all single times are folded.
 */
export function renderSection(
  section: CellSection,
  { smallestDifferences, severalDevices }: {
    readonly smallestDifferences: readonly number[];
    readonly severalDevices: boolean;
  },
): Markup {
  const without = section.cells.filter((cell) =>
    hasOutcome(cell, ["not comparable"]) && !hasOutcome(cell, COMPARED)
  );
  const obstructed = without.length > MOST_WITHOUT ? new Set(without) : new Set<JoinedCell>();
  const judged = section.cells.filter((cell) => hasOutcome(cell, JUDGED) && !obstructed.has(cell));
  const rest = section.cells.filter((cell) => !hasOutcome(cell, JUDGED));
  const table = (cells: readonly JoinedCell[]) => cellTable(section, cells, smallestDifferences);
  const folded = section.kind === "time" && severalDevices && judged.length > 0;
  return html`${
    folded
      ? html`${timeSummaryTable(section)}<details><summary>Every time: ${judged.length}</summary>${
        table(judged)
      }</details>`
      : judged.length > 0 && table(judged)
  }${
    obstructed.size > 0 &&
    html`<details><summary>Not comparable, with the reason of each: ${obstructed.size}</summary>${
      table([...obstructed])
    }</details>`
  }${
    rest.length > 0 &&
    html`<details><summary>Equal, or noted by a suite without being reported: ${rest.length}</summary>${
      table(rest)
    }</details>`
  }`;
}
