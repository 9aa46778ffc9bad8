/**
 * The plots that a suite asks for: which rows they draw, beside which published numbers, and what a reader must know to
 * read them.
 *
 * @module
 */
import type { ComparisonRow, Row } from "../row.ts";
import type { MetricText, SessionDocument, SuiteText } from "../session_document.ts";
import { type Drawing, type Figure, groupedFigure, lineFigure, type PlotPoint } from "./figure.ts";
import { formatNumber } from "./number.ts";
import { contenderLabel } from "./suite_label.ts";
import { describeWorkloads, type Workload, workloadId } from "./workload.ts";

/** A figure with the numbers that it draws. */
export interface Plot {
  /** The same for the same session, unique on the page. */
  readonly id: string;
  /** Heading of the figure. */
  readonly title: string;
  /** What the axes do not say, in sentences. */
  readonly caption: string;
  /** Heading of the x axis. */
  readonly xTitle: string;
  /** Metric on the y axis. */
  readonly metric: MetricText;
  /** What plotly draws. */
  readonly figure: Figure;
  /** The numbers that are drawn, contender by contender. */
  readonly points: readonly PlotPoint[];
  /** What a reader would look for and not find, with reasons. */
  readonly absent: readonly string[];
}

function isFiniteMedian(row: Row): boolean {
  return row.status === "ok" && row.median !== undefined && Number.isFinite(row.median);
}

/** What the axes do not say: against what, which way is better, and what the band and the diamonds are. */
function plotCaption({ metric, points, suite, band, bounds }: Drawing): string {
  const bases = new Set(points.map((point) => point.row.vs).filter(Boolean));
  const sentences = [
    bases.size === 1 && `Over ${contenderLabel(suite, [...bases][0])}`,
    metric.better !== "neither" && `${metric.better} is better`,
  ].filter((part) => part !== false).join("; ");
  return [
    sentences && `${sentences[0].toUpperCase()}${sentences.slice(1)}.`,
    points.some((point) => point.row.ci_lo !== undefined) && "Whiskers: 95\u00a0% intervals.",
    band !== undefined &&
    `Grey band: within ${formatNumber(100 * band, 3)}\u00a0% of 1, which this session cannot tell from 1.`,
    points.some((point) => point.published) && "Diamonds: published.",
    bounds.length > 0 && "Broken lines: this device's own roofline.",
  ].filter(Boolean).join(" ");
}

function absentCells(
  rows: readonly Row[],
  workloads: ReadonlyMap<string, Workload>,
  suite: SuiteText,
): string[] {
  return rows.filter((row) => row.status !== "ok").map((row) => {
    const where = workloads.get(workloadId(row))?.label ?? row.cell;
    const why = row.reason ? `${row.status}: ${row.reason}` : row.status;
    return `${where}, ${contenderLabel(suite, row.contender)} (${why})`;
  });
}

/** What a plot is drawn from. */
export interface PlotSource {
  /** The suite, with the plots that it asks for. */
  readonly suite: SuiteText;
  /** The suite's rows that count. */
  readonly rows: readonly Row[];
  /** Published numbers of the suite's artifact. */
  readonly comparisons: readonly ComparisonRow[];
  /** Gives the band of differences that cannot be seen. */
  readonly calibration: SessionDocument["calibration"];
  /** Most plots that a suite's facets make, and most values of one plot. */
  readonly limit: number;
}

/**
 * The plots that a suite asks for: bars for each workload, or lines over a numeric factor, one plot a facet. A plot
 * without a single drawable value is left out.
 */
export function suitePlots({ suite, rows, comparisons, calibration, limit }: PlotSource): Plot[] {
  const slug = suite.id.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return suite.plots.flatMap((spec, index) => {
    const metric = suite.metrics.find(({ id }) => id === spec.metric) ??
      { id: spec.metric, label: spec.metric, unit: "", better: "neither" as const };
    const lines = spec.x !== "workload";
    const workloads = describeWorkloads(rows, lines ? spec.x : undefined);
    const xOf = (row: Row) => workloads.get(workloadId(row))?.factors.get(spec.x);
    const facetOf = (row: Row) =>
      spec.facet === undefined
        ? ""
        : spec.facet === "dataset"
        ? row.dataset
        : spec.facet === "model"
        ? row.model
        : workloads.get(workloadId(row))?.factors.get(spec.facet) ?? "";
    const own = rows.filter((row) => row.metric === spec.metric);
    const drawable = own.filter((row) =>
      isFiniteMedian(row) && (!lines || Number.isFinite(Number(xOf(row) ?? "x")))
    );
    const unit = metric.unit || drawable[0]?.unit || "";
    const rank = new Map(suite.contenders.map(({ id }, i) => [id, i]));
    const ordered = drawable.toSorted((a, b) =>
      (rank.get(a.contender) ?? 1e9) - (rank.get(b.contender) ?? 1e9)
    );
    const facets = new Set(own.map(facetOf));
    return [...facets].slice(0, limit).flatMap((facet, number): Plot[] => {
      const all = ordered.filter((row) => facetOf(row) === facet);
      const inFacet = all.slice(0, limit);
      if (inFacet.length === 0) return [];
      const labels = new Set(inFacet.map((row) => workloads.get(workloadId(row))!.label));
      const points = inFacet.map((row): PlotPoint => {
        const { label } = workloads.get(workloadId(row))!;
        const contender = contenderLabel(suite, row.contender);
        const series = lines && labels.size > 1 ? `${contender}, ${label}` : contender;
        return { series, x: lines ? xOf(row)! : label, row, published: publishedOf(row, comparisons) };
      });
      const bounds = rows.filter((row) =>
        lines && row.metric.startsWith("roofline_bound") && row.unit === unit && isFiniteMedian(row) &&
        facetOf(row) === facet && xOf(row) !== undefined
      );
      const ratio = unit === "x" && inFacet.some((row) => row.vs !== "");
      const band = ratio && calibration ? calibration.smallestDifference : undefined;
      const drawing = { suite, metric: { ...metric, unit }, spec, points, bounds, band };
      return [{
        id: `plot-${slug}-${index + 1}-${number + 1}`,
        title: facet === "" ? metric.label : `${metric.label}, ${facet}`,
        caption: plotCaption(drawing),
        xTitle: lines ? spec.x : "workload",
        metric: drawing.metric,
        figure: lines ? lineFigure(drawing, xOf) : groupedFigure(drawing),
        points,
        absent: [
          ...absentCells(own.filter((row) => facetOf(row) === facet), workloads, suite),
          ...(all.length > limit ? [`${all.length - limit} more values, which are in rows.csv`] : []),
        ],
      }];
    });
  });
}

/** The published number that a row is joined to: same cell, same unit, and this row's value was put beside it. */
function publishedOf(row: Row, comparisons: readonly ComparisonRow[]): PlotPoint["published"] {
  const joined = comparisons.find(({ cell, unit, measured, published }) =>
    cell === row.cell && unit === row.unit && measured !== undefined && published.trim() !== "" &&
    Math.abs(measured - row.median!) <= 1e-9 * Math.abs(row.median!) && Number.isFinite(Number(published))
  );
  return joined && { id: joined.published_id, value: Number(joined.published) };
}
