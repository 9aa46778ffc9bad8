/**
 * Tables of published numbers beside measured ones, and of published numbers without a measured one.
 *
 * @module
 */
import { groupBy } from "../../../platform/lists/group_by.ts";
import type { ComparisonRow } from "../../row.ts";
import { evidenceText, reasonGroup } from "../../verdicts/scorecard.ts";
import { type Content, html, type Markup } from "../markup.ts";
import { metricName } from "../metric_name.ts";
import { formatInterval, formatNumber } from "../../../platform/text/number.ts";
import { formatUnit } from "../../../platform/text/unit.ts";
import { intervalHeading } from "../interval_text.ts";
import { renderTable, type TableData } from "./table.ts";

const RELATIONS: Readonly<Record<string, string>> = {
  "eq": "",
  "approx": "about ",
  "max": "up to ",
  "min": "from ",
  "at-least": "at least ",
};

/** Reasons of the tables of published numbers, in words. */
const REASON_TEXTS: Readonly<Record<string, string>> = {
  "setting": "a setting of the paper, not a result",
  "duplicate-of": "printed more than once, measured where it stands first",
  "worked-example": "an example of the paper's text, checked by a test",
  "other-hardware": "a number of the authors' hardware alone",
  "data-missing": "a graph or labels that are not published",
  "suite-missing": "no suite measures it yet",
};

/** A published number as printed, with its relation and unit: `up to 4.36 \u00d7`. */
export function publishedText(row: ComparisonRow): string {
  const relation = RELATIONS[row.relation] ?? `${row.relation} `;
  const grouped = /^\d{5,}$/.test(row.published)
    ? Number(row.published).toLocaleString("en-US")
    : row.published;
  return `${relation}${grouped} ${formatUnit(row.unit)}`.trim();
}

/** Subject of a published number in words; its configuration has room for line breaks. */
export function publishedSubject({ metric, dataset, model, system, config }: ComparisonRow): string {
  return [metricName(metric), dataset, model, system, config.replaceAll(";", "; ")].filter(Boolean).join(
    " \u00b7 ",
  );
}

/** A published number by its id, above the cell that it is joined with: several cells may be. */
function joinedText({ published_id, cell }: ComparisonRow): Content {
  return html`<code>${published_id}</code>${cell !== "" && html`<br><code class="quiet">${cell}</code>`}`;
}

function measuredText(row: ComparisonRow): Content {
  if (row.measured === undefined) return "\u2013";
  const interval = formatInterval(row.ci_lo, row.ci_hi);
  return html`${`${formatNumber(row.measured)} ${formatUnit(row.unit)}`.trim()}${
    interval && html`<br>[${interval}]`
  }`;
}

/** Sorts joined rows first, in the order of the catalog. */
function joinedFirst(rows: readonly ComparisonRow[]): ComparisonRow[] {
  return rows.toSorted((a, b) => Number(a.measured === undefined) - Number(b.measured === undefined));
}

/** Table of published and measured numbers of one artifact. */
export function publishedTable(rows: readonly ComparisonRow[], limit: number): TableData {
  return {
    caption: "Published against measured. Times, bytes and rates of other hardware are shown only",
    columns: [
      { heading: "Published row, measured cell" },
      { heading: "What", kind: "wide" },
      { heading: "Published", kind: "number" },
      { heading: `Measured, ${intervalHeading(rows)}`, kind: "number" },
      { heading: "n", kind: "number" },
      { heading: "Judgement" },
      { heading: "Rests on" },
      { heading: "Remark", kind: "wide" },
    ],
    rows: joinedFirst(rows).map((row) => [
      joinedText(row),
      publishedSubject(row),
      publishedText(row),
      measuredText(row),
      row.n,
      row.measured === undefined ? "" : row.judgement || "not judged",
      row.measured === undefined ? "" : evidenceText({ source: row.source, datasetKind: row.dataset_kind }),
      row.reason,
    ]),
    limit,
    file: "comparison.csv",
  };
}

/** Renders published and measured numbers of one artifact; nothing where there are no published ones. */
export function renderPublished(rows: readonly ComparisonRow[], limit: number): Markup {
  return rows.length === 0 ? html`` : renderTable(publishedTable(rows, limit));
}

/** Renders published numbers without a measured one by reason, each reason folded. */
export function renderUnjoined(rows: readonly ComparisonRow[], limit: number): Markup {
  const absent = rows.filter((row) => row.measured === undefined);
  const reasonOf = ({ reason }: ComparisonRow) => REASON_TEXTS[reasonGroup(reason)] ?? reasonGroup(reason);
  const groups = [...groupBy(absent, reasonOf)].sort(([, a], [, b]) => b.length - a.length);
  return html`<section aria-labelledby="unjoined"><h2 id="unjoined">Published numbers without a measured one</h2>
<p>${
    absent.length === 0
      ? "Every published number has a measured one beside it."
      : `${absent.length} of ${rows.length} published numbers have none beside them, each for a reason.`
  }</p>
${
    groups.map(([reason, group]) =>
      html`
        <details><summary>${reason}: ${group.length}</summary>${renderTable({
          caption: `Published numbers not measured: ${reason}`,
          columns: [
            { heading: "Published row" },
            { heading: "Artifact" },
            { heading: "What", kind: "wide" },
            { heading: "Published", kind: "number" },
            { heading: "Reason", kind: "wide" },
          ],
          rows: group.map((row) => [
            html`<code>${row.published_id}</code>`,
            `${row.paper}, ${row.artifact}`,
            publishedSubject(row),
            publishedText(row),
            row.reason,
          ]),
          limit,
          file: "comparison.csv",
        })}</details>
      `
    )
  }</section>`;
}
