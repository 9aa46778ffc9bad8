/**
 * Plotly figures in plain JSON: what a figure is drawn from, and the layout and hover texts that all kinds of
 * plots share. A figure has no theme; the page that shows it adds colours for light and dark.
 *
 * @module
 */
import { formatInterval } from "../../../../platform/text/number.ts";
import { medianOf, type Row } from "../../../row.ts";
import type { MetricText, PlotSpec, SuiteText } from "../../../store/session_document.ts";
import { intervalName } from "../../interval_text.ts";
import { axisTitle, logTicks } from "./axis.ts";
import { escapedLabel, legendLines } from "./label_text.ts";
import { type PlotPoint, plotSeries } from "./series.ts";

/** A plotly figure; both members are plain JSON. */
export interface Figure {
  /** Traces. */
  readonly data: readonly Readonly<Record<string, unknown>>[];
  /** Layout without colours. */
  readonly layout: Readonly<Record<string, unknown>>;
}

/** A roofline bound beside a line. */
export interface Bound {
  /** Value of the factor on the x axis. */
  readonly x: number;
  /** The row with the bound. */
  readonly row: Row;
}

/** Input of a figure with one metric on its y axis. */
export interface FigureInput<P extends PlotPoint = PlotPoint> {
  /** Suite that gives series their order, names and colours. */
  readonly suite: SuiteText;
  /** Metric on the y axis. */
  readonly metric: MetricText;
  /** Plot as the suite specifies it. */
  readonly spec: PlotSpec;
  /** The values to draw. */
  readonly points: readonly P[];
  /** Roofline bounds in the metric's unit. */
  readonly bounds: readonly Bound[];
  /** Smallest difference from 1 that can be resolved; undefined where the metric is not a ratio. */
  readonly band: number | undefined;
}

/** Text shown at a mark under the pointer: a line for the value, its interval, its source and its cell. */
export function hover<P extends PlotPoint>(
  points: readonly P[],
  headline: (point: P) => string,
): Record<string, unknown> {
  return {
    customdata: points.map((point) => {
      const { row } = point;
      return [
        escapedLabel(row.cell),
        headline(point),
        row.ci_lo === undefined ? "exact" : `${intervalName(row)} ${formatInterval(row.ci_lo, row.ci_hi)}`,
        `n = ${row.n}, ${row.source}${row.dataset_kind === "stand-in" ? ", stand-in data" : ""}`,
      ];
    }),
    hovertemplate:
      "%{customdata[1]}<br>%{customdata[2]}<br>%{customdata[3]}<br>%{customdata[0]}<extra></extra>",
  };
}

/** Layout that all figures share, with room for a legend of `legend` lines. */
export function frame(legend: number): Record<string, unknown> {
  return {
    autosize: true,
    height: 380 + 20 * Math.max(0, legend - 3),
    margin: { l: 60, r: 12, t: 10, b: 40 },
    showlegend: true,
    legend: {
      orientation: "h",
      tracegroupgap: 0,
      x: 0,
      xanchor: "left",
      yref: "container",
      y: 0,
      yanchor: "bottom",
      // By default a legend of more than half the height is cut off there, and lies on what follows.
      maxheight: 1,
    },
    hovermode: "closest",
  };
}

/** Layout of a figure with one metric on its y axis; the kind of plot adds the x axis. */
export function baseLayout(
  { suite, metric, spec, points, bounds, band }: FigureInput,
): Record<string, unknown> {
  const around = band === undefined ? [] : [
    {
      type: "rect",
      xref: "paper",
      x0: 0,
      x1: 1,
      y0: 1 / (1 + band),
      y1: 1 + band,
      layer: "below",
      name: "A/A band",
    },
    { type: "line", xref: "paper", x0: 0, x1: 1, y0: 1, y1: 1, layer: "above", name: "no difference" },
  ];
  const values = [
    ...[...points, ...bounds].map(({ row }) => medianOf(row)),
    ...points.flatMap(({ published }) => published?.value ?? []),
  ];
  const names = plotSeries(points, suite).flatMap(({ name }) => legendLines(name)).length;
  const others = new Set(bounds.map(({ row }) => row.metric)).size +
    (points.some((p) => p.published) ? 1 : 0);
  return {
    ...frame(names + others),
    shapes: around,
    yaxis: {
      title: { text: axisTitle(metric), standoff: 10 },
      type: spec.logarithmic ? "log" : "linear",
      ...(spec.logarithmic ? logTicks(values) : { rangemode: "tozero" }),
      automargin: true,
    },
  };
}
