/**
 * Input and output of drawing one plot of a suite, whatever its kind.
 *
 * @module
 */
import { groupBy } from "../../../platform/lists/group_by.ts";
import type { ComparisonRow, Row } from "../../row.ts";
import type { MetricText, PlotSpec, SuiteText } from "../../store/session_document.ts";
import type { Figure } from "./figures/figure.ts";
import type { PlotPoint } from "./figures/series.ts";
import { contenderLabel, labelInSentence } from "../suite_label.ts";
import type { TableData } from "../tables/table.ts";
import { factorText, SEPARATOR, workloadId, type WorkloadLabels } from "../workload.ts";

/** Input of a plot: one facet of a plot that a suite specifies. */
export interface PlotSubject {
  /** Suite, which names contenders and metrics. */
  readonly suite: SuiteText;
  /** Plot as the suite specifies it. */
  readonly spec: PlotSpec;
  /** The plot's own metric, with the unit of its rows. */
  readonly metric: MetricText;
  /** Value of the facet; empty for a plot without facets. */
  readonly facet: string;
  /** Rows of the facet, of all metrics. */
  readonly rows: readonly Row[];
  /** Workloads of the suite by id. */
  readonly workloads: ReadonlyMap<string, WorkloadLabels>;
  /** Published numbers of the suite's artifact. */
  readonly comparisons: readonly ComparisonRow[];
  /**
   * Smallest difference from 1 that the session resolves, as a ratio; undefined where it was not measured.
   */
  readonly smallestDifference: number | undefined;
  /** Greatest number of values in one plot. */
  readonly limit: number;
}

/** A figure with the texts around it. */
export interface PlotContent {
  /** Heading of the figure. */
  readonly title: string;
  /** Sentences on facts that the axes leave out. */
  readonly caption: string;
  /** Sentences on what the figure shows, each on its own; none when absent. */
  readonly sentences?: readonly string[];
  /** Figure for plotly. */
  readonly figure: Figure;
  /** Drawn values. */
  readonly points: readonly PlotPoint[];
  /** The same values as a table. */
  readonly numbers: Pick<TableData, "columns" | "rows"> & { readonly caption: string };
  /** Values that a reader would miss, with reasons. */
  readonly absent: readonly string[];
}

/** Whether a row has a value that an axis can show. */
export function isFiniteMedian(row: Row): boolean {
  return row.status === "ok" && row.median !== undefined && Number.isFinite(row.median);
}

/** Metric as the suite names it, with the unit of its rows; an unnamed metric is labelled by its id. */
export function metricOf(suite: SuiteText, id: string, rows: readonly Row[]): MetricText {
  const metric = suite.metrics.find((each) => each.id === id) ??
    { id, label: id, unit: "", better: "neither" as const };
  const unit = metric.unit || rows.find((row) => row.metric === id && isFiniteMedian(row))?.unit || "";
  return { ...metric, unit };
}

/** Sorts items in the order of the suite's contenders; items of other contenders follow. */
export function inContenderOrder<T>(items: readonly T[], suite: SuiteText, rowOf: (item: T) => Row): T[] {
  const rank = new Map(suite.contenders.map(({ id }, i) => [id, i]));
  const place = (item: T) => rank.get(rowOf(item).contender) ?? 1e9;
  return items.toSorted((a, b) => place(a) - place(b));
}

/** Label of a row's workload, without the facet, which the title names. */
export function workloadLabel({ workloads, facet, spec }: PlotSubject, row: Row): string {
  const label = workloads.get(workloadId(row))?.label ?? row.cell;
  const named = factorText(spec.facet ?? "", facet);
  const own = label.split(SEPARATOR).filter((part) => part !== facet && part !== named);
  return own.length > 0 ? own.join(SEPARATOR) : label;
}

/** A cell that a plot does not show. */
export interface AbsentCell {
  /** Any row of it. */
  readonly row: Row;
  /** Reason. */
  readonly why: string;
}

/** Greatest number of workloads that are named one by one; beyond it only their number is given. */
const NAMED_WORKLOADS = 3;

/**
 * Describes cells that a reader would miss. Each reason is given once, and so is a contender that lacks many
 * workloads for it. A workload that the title names is not repeated.
 */
export function absentCells(subject: PlotSubject, cells: readonly AbsentCell[]): string[] {
  return [...groupBy(cells, ({ why }) => why)].map(([why, alike]) => {
    const lacking = [...groupBy(alike, ({ row }) => row.contender)].flatMap(([contender, group]) => {
      const label = labelInSentence(contenderLabel(subject.suite, contender));
      if (group.length > NAMED_WORKLOADS) return [`${label} on ${group.length} workloads`];
      const places = group.map(({ row }) => workloadLabel(subject, row));
      return places.map((place) => place === subject.facet ? label : `${label} on ${place}`);
    });
    return `${[...new Set(lacking)].join(", ")} (${why})`;
  });
}
