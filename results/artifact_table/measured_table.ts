/**
 * Table of one metric of a suite: a row a workload, a column a contender.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { groupBy } from "../../platform/lists/group_by.ts";
import { formatNumber } from "../../platform/text/number.ts";
import { formatUnit } from "../../platform/text/unit.ts";
import { inContenderOrder } from "../report/plots/plot_subject.ts";
import { contenderLabel, metricLabel } from "../report/suite_label.ts";
import { labelledWorkloads, workloadId } from "../report/workload.ts";
import type { Row } from "../row.ts";
import type { SessionDocument, SuiteText } from "../store/session_document.ts";
import type { ArtifactTable, TableCell } from "./artifact_table.ts";
import { dataText, machineText, paperReference, suiteSubject } from "./caption.ts";

/** Metric that a suite is about: the first that it draws and has values of, else the first with values. */
function headline(suite: SuiteText, rows: readonly Row[]): string | undefined {
  const drawn = suite.plots.flatMap(({ metric, stack = [] }) => [metric, ...stack]);
  const known = new Set(rows.filter(({ median }) => median !== undefined).map(({ metric }) => metric));
  return [...drawn, ...suite.metrics.map(({ id }) => id)].find((metric) => known.has(metric));
}

/** Cell of a row; in another unit than the caption's, it says so. */
function tableCell(row: Row | undefined, unit: string): TableCell {
  if (row === undefined) return "\u2013";
  const { median, ci_lo, ci_hi, status } = row;
  if (median === undefined) return status === "ok" ? "\u2013" : status;
  if (row.unit !== unit) return `${formatNumber(median)} ${formatUnit(row.unit)}`.trim();
  return ci_lo === undefined || ci_hi === undefined
    ? { value: median }
    : { value: median, interval: [ci_lo, ci_hi] };
}

/**
 * Builds the table of a suite; undefined where the suite has no values, or not of that metric.
 *
 * @param rows Rows of the suite that count.
 * @param metric Id of a metric; by default the first that the suite draws.
 * @throws {UsageError} The suite has no metric of that name; the message lists its metrics.
 */
export function measuredTable(
  { suite, rows, document, metric: wanted }: {
    readonly suite: SuiteText;
    readonly rows: readonly Row[];
    readonly document: SessionDocument;
    readonly metric?: string;
  },
): ArtifactTable | undefined {
  if (wanted !== undefined && !rows.some(({ metric }) => metric === wanted)) {
    const known = [...new Set(rows.map(({ metric }) => metric))];
    throw new UsageError({
      action: `print metric ${JSON.stringify(wanted)} of ${suite.id}`,
      current: "no such metric",
      wanted: known.length > 0 ? `one of ${known.join(", ")}` : "a suite with rows",
      next: "name one of these",
    });
  }
  const metric = wanted ?? headline(suite, rows);
  const shown = rows.filter((row) => row.metric === metric), [first] = shown;
  if (metric === undefined || first === undefined) return undefined;
  const workloads = labelledWorkloads(rows);
  const contenders = [
    ...new Set(inContenderOrder(shown, suite, (row) => row).map(({ contender }) => contender)),
  ];
  const unit = formatUnit(first.unit);
  const bases = [...new Set(shown.map(({ vs }) => vs).filter(Boolean))];
  const label = metricLabel(suite, metric), base = bases.map((id) => contenderLabel(suite, id)).join(" or ");
  const over = base === "" || / over /.test(label) ? "" : `, over ${base}`;
  const paper = document.papers.find(({ id }) => id === suite.paper);
  return {
    label: `${suite.id}-${metric}`.replaceAll(/[^A-Za-z0-9]+/g, "-"),
    caption: [
      `${suiteSubject(suite, paper)}: ${label}${unit && unit !== label ? ` [${unit}]` : ""}${over}.`,
      dataText(shown),
      machineText(document),
    ].filter((sentence) => sentence !== "").join(" "),
    reference: paperReference(paper),
    columns: ["Workload", ...contenders.map((id) => contenderLabel(suite, id))],
    rows: [...groupBy(shown, workloadId)].map(([id, own]) => [
      workloads.get(id)?.label ?? id,
      ...contenders.map((contender) => tableCell(own.find((row) => row.contender === contender), first.unit)),
    ]),
  };
}
