/**
 * Table of all measured rows of a suite, and table of its preprocessing costs.
 *
 * @module
 */
import { groupBy } from "../../../platform/lists/group_by.ts";
import { reasonBesideOthers } from "../../others_load.ts";
import type { Row } from "../../row.ts";
import type { SuiteText } from "../../store/session_document.ts";
import { type Content, html, type Markup } from "../markup.ts";
import { counted } from "../../../platform/text/plural.ts";
import { formatInterval, formatNumber, formatShare } from "../../../platform/text/number.ts";
import { formatUnit } from "../../../platform/text/unit.ts";
import { contenderLabel, metricLabel } from "../suite_label.ts";
import { renderTable, type TableData } from "./table.ts";
import { labelledWorkloads, workloadId } from "../workload.ts";

/** Metrics of one-off work, with their headings. */
const COSTS: readonly (readonly [heading: string, metrics: readonly string[]])[] = [
  ["Preprocessing", ["preprocess", "preprocess_ms"]],
  ["Preparing the plan", ["prepare", "prepare_ms"]],
  ["Pays off after", ["pays_off_after"]],
];

function valueText({ median, unit }: Row): string {
  return median === undefined ? "\u2013" : `${formatNumber(median)} ${formatUnit(unit)}`.trim();
}

/** Status and remark of a row; a note of its suite says of all rows what other programs did. */
function statusText(row: Row): Content {
  const { status } = row, reason = reasonBesideOthers(row);
  return status === "ok" ? reason : html`<strong>${status}</strong>${reason && `: ${reason}`}`;
}

/** Metric of a row, and what a ratio is over where its label does not say so. */
function metricText(suite: SuiteText, { metric, vs }: Row): string {
  const label = metricLabel(suite, metric), baseline = vs && contenderLabel(suite, vs);
  if (baseline === "" || label.includes(` over ${baseline}`)) return label;
  return label.includes(" over ") ? `${label}, against ${baseline}` : `${label} over ${baseline}`;
}

/** Table of all rows of a suite. */
export function cellsTable(suite: SuiteText, rows: readonly Row[], limit: number): TableData {
  const workloads = labelledWorkloads(rows);
  return {
    caption:
      `Cells of ${suite.id}: every metric with its median, spread and check; where n is below 5, the interval is the range`,
    columns: [
      { heading: "Workload" },
      { heading: "Contender" },
      { heading: "Metric" },
      { heading: "Median", kind: "number" },
      { heading: "95 % interval", kind: "number" },
      { heading: "MAD", kind: "number" },
      { heading: "n", kind: "number" },
      { heading: "Roofline share", kind: "number" },
      { heading: "Rel. error (bound)", kind: "number" },
      { heading: "Source" },
      { heading: "Status, remark", kind: "wide" },
    ],
    count: rows.length,
    rows: rows.slice(0, limit).map((row) => [
      html`${workloads.get(workloadId(row))?.label}${
        row.dataset_kind === "stand-in" && html`
          <small class="quiet">stand-in</small>
        `
      }`,
      contenderLabel(suite, row.contender),
      metricText(suite, row),
      valueText(row),
      formatInterval(row.ci_lo, row.ci_hi),
      formatNumber(row.mad, 2),
      row.n,
      formatShare(row.roofline_share),
      row.rel_err === undefined
        ? ""
        : `${formatNumber(row.rel_err, 2)}${
          row.tolerance === undefined ? "" : ` (${formatNumber(row.tolerance, 2)})`
        }`,
      `${row.source}${row.timer && `, ${row.timer}`}`,
      statusText(row),
    ]),
    limit,
    file: "rows.csv",
  };
}

/** Renders all rows of a suite, folded. */
export function renderCells(suite: SuiteText, rows: readonly Row[], limit: number): Markup {
  if (rows.length === 0) return html`<p>This suite has no rows yet.</p>`;
  return html`<details><summary>Cells of <code>${suite.id}</code>: ${counted(rows.length, "row")}</summary>${
    renderTable(cellsTable(suite, rows, limit))
  }</details>`;
}

/**
 * Table of one-off costs, with the calls or epochs after which the work has paid off; undefined without any.
 */
export function costsTable(suite: SuiteText, rows: readonly Row[], limit: number): TableData | undefined {
  const costs = rows.filter((row) =>
    row.status === "ok" && COSTS.some(([, metrics]) => metrics.includes(row.metric))
  );
  if (costs.length === 0) return undefined;
  const workloads = labelledWorkloads(rows);
  const cells = [...groupBy(costs, (row) => row.cell).values()];
  return {
    caption: "One-off work, and the calls or epochs after which it has paid for itself",
    columns: [
      { heading: "Workload" },
      { heading: "Contender" },
      ...COSTS.map(([heading]) => ({ heading, kind: "number" as const })),
    ],
    rows: cells.map((own) => [
      workloads.get(workloadId(own[0]))?.label,
      contenderLabel(suite, own[0].contender),
      ...COSTS.map(([, metrics]) => {
        const row = own.find(({ metric }) => metrics.includes(metric));
        // A contender that saves nothing has no such number; the table says so in words.
        return row && (row.median === Infinity || row.reason.startsWith("never") ? "never" : valueText(row));
      }),
    ]),
    limit,
    file: "rows.csv",
  };
}

/** Renders the costs, folded; nothing where there are none. */
export function renderCosts(suite: SuiteText, rows: readonly Row[], limit: number): Markup {
  const table = costsTable(suite, rows, limit);
  return table === undefined
    ? html``
    : html`<details><summary>Costs of preprocessing</summary>${renderTable(table)}</details>`;
}
