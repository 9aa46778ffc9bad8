/**
 * What one plot of a suite is made from, whatever its kind, and what comes of it.
 *
 * @module
 */
import type { ComparisonRow, Row } from "../row.ts";
import type { MetricText, PlotText, SuiteText } from "../session_document.ts";
import type { Figure, PlotPoint } from "./figure.ts";
import { contenderLabel } from "./suite_label.ts";
import type { TableData } from "./table.ts";
import { factorWords, SEPARATOR, type Workload, workloadId } from "./workload.ts";

/** One facet of what a suite asks for. */
export interface PlotSubject {
  /** Names contenders and metrics. */
  readonly suite: SuiteText;
  /** What the suite asks for. */
  readonly spec: PlotText;
  /** The plot's own metric, with the unit of its rows. */
  readonly metric: MetricText;
  /** Value of the facet; empty for a plot of everything. */
  readonly facet: string;
  /** The facet's rows of all metrics. */
  readonly rows: readonly Row[];
  /** The suite's workloads by id. */
  readonly workloads: ReadonlyMap<string, Workload>;
  /** Published numbers of the suite's artifact. */
  readonly comparisons: readonly ComparisonRow[];
  /** Smallest difference from 1 that the session can see, as a ratio; undefined where that was not measured. */
  readonly smallestDifference: number | undefined;
  /** Most values of one plot. */
  readonly limit: number;
}

/** A figure with all that stands around it. */
export interface PlotContent {
  /** Heading of the figure. */
  readonly title: string;
  /** What the axes do not say, in sentences. */
  readonly caption: string;
  /** What plotly draws. */
  readonly figure: Figure;
  /** The values that are drawn. */
  readonly points: readonly PlotPoint[];
  /** The same values as a table. */
  readonly numbers: Pick<TableData, "columns" | "rows"> & { readonly caption: string };
  /** What a reader would look for and not find, with reasons. */
  readonly absent: readonly string[];
}

/** Whether a row has a value that an axis can show. */
export function isFiniteMedian(row: Row): boolean {
  return row.status === "ok" && row.median !== undefined && Number.isFinite(row.median);
}

/** A metric as the suite names it, with the unit of its rows; one that it does not name stands for itself. */
export function metricOf(suite: SuiteText, id: string, rows: readonly Row[]): MetricText {
  const metric = suite.metrics.find((each) => each.id === id) ??
    { id, label: id, unit: "", better: "neither" as const };
  const unit = metric.unit || rows.find((row) => row.metric === id && isFiniteMedian(row))?.unit || "";
  return { ...metric, unit };
}

/** Items in the order of the suite's contenders, and those of others behind them. */
export function byContender<T>(items: readonly T[], suite: SuiteText, rowOf: (item: T) => Row): T[] {
  const rank = new Map(suite.contenders.map(({ id }, i) => [id, i]));
  const place = (item: T) => rank.get(rowOf(item).contender) ?? 1e9;
  return items.toSorted((a, b) => place(a) - place(b));
}

/** Label of a row's workload, without the facet, which the title names. */
export function workloadLabel({ workloads, facet, spec }: PlotSubject, row: Row): string {
  const label = workloads.get(workloadId(row))?.label ?? row.cell;
  const named = `${factorWords(spec.facet ?? "")} ${facet}`;
  const own = label.split(SEPARATOR).filter((part) => part !== facet && part !== named);
  return own.length > 0 ? own.join(SEPARATOR) : label;
}

/** The published number that a row is joined to: same cell, same unit, and this row's value was put beside it. */
export function publishedOf(row: Row, comparisons: readonly ComparisonRow[]): PlotPoint["published"] {
  const joined = comparisons.find(({ cell, unit, measured, published }) =>
    cell === row.cell && unit === row.unit && measured !== undefined && published.trim() !== "" &&
    Math.abs(measured - row.median!) <= 1e-9 * Math.abs(row.median!) && Number.isFinite(Number(published))
  );
  return joined && { id: joined.published_id, value: Number(joined.published) };
}

/** A cell that a plot does not show. */
export interface AbsentCell {
  /** Any row of it. */
  readonly row: Row;
  /** Why. */
  readonly why: string;
}

/** Workloads that are named one by one; of more with the same reason only the number is told. */
const NAMED_WORKLOADS = 3;

/**
 * What a reader would look for and not find: a reason is told once, and so are contenders that lack many workloads for
 * it. A workload that the title names is not named again.
 */
export function absentCells(subject: PlotSubject, cells: readonly AbsentCell[]): string[] {
  return [...Map.groupBy(cells, ({ why }) => why)].map(([why, alike]) => {
    const lacking = [...Map.groupBy(alike, ({ row }) => row.contender)].flatMap(([contender, group]) => {
      const label = contenderLabel(subject.suite, contender);
      if (group.length > NAMED_WORKLOADS) return [`${label} on ${group.length} workloads`];
      const places = group.map(({ row }) => workloadLabel(subject, row));
      return places.map((place) => place === subject.facet ? label : `${label} on ${place}`);
    });
    return `${[...new Set(lacking)].join(", ")} (${why})`;
  });
}
