/**
 * Figures of lines over a numeric factor or over another measured quantity.
 *
 * @module
 */
import { groupBy } from "../../../../platform/lists/group_by.ts";
import { medianOf, type Row } from "../../../row.ts";
import type { MetricText, PlotSpec } from "../../../store/session_document.ts";
import { axisTitle, CHARACTER, LEVEL_AXIS, logTicks, NARROW_AXIS } from "./axis.ts";
import { errorBars } from "./error_bars.ts";
import { baseLayout, type Bound, type Figure, type FigureInput, hover } from "./figure.ts";
import { escapedLabel, joinedLines, legendLines, valueText } from "./label_text.ts";
import { publishedTrace, tellsWhose } from "./published_trace.ts";
import { type PlotPoint, plotSeries } from "./series.ts";
import { styleColor, symbol } from "./series_style.ts";
import { factorName } from "../../workload.ts";

/** A value of one metric over the same cell's value of another. */
export interface CurvePoint extends PlotPoint {
  /** The row on the x axis. */
  readonly xRow: Row;
  /** Label of the workload. */
  readonly workload: string;
}

/** Traces of the lowest roofline bound of the contenders at each x. */
function boundTraces(bounds: readonly Bound[]): Record<string, unknown>[] {
  return [...groupBy(bounds, ({ row }) => row.metric)].map(([name, own], i) => {
    const lowest = new Map<number, number>();
    for (const { x, row } of own) lowest.set(x, Math.min(lowest.get(x) ?? Infinity, medianOf(row)));
    const sorted = [...lowest].sort(([a], [b]) => a - b);
    return {
      type: "scatter",
      mode: "lines",
      name: escapedLabel(name.replaceAll("_", " ")),
      x: sorted.map(([x]) => x),
      y: sorted.map(([, y]) => y),
      line: { dash: i === 0 ? "dash" : "dot", width: 2 },
      meta: "bound",
      hovertemplate: `%{y}<extra>${escapedLabel(name.replaceAll("_", " "))}</extra>`,
    };
  });
}

/** Traces of one line a series from left to right; the kind of plot adds its own parts. */
function lineTraces<P extends PlotPoint>(
  { suite, points }: FigureInput<P>,
  own: (points: readonly P[]) => Record<string, unknown>,
): Record<string, unknown>[] {
  let published = 0;
  return plotSeries(points, suite).flatMap(({ name, points: unsorted, style }) => {
    const sorted = unsorted.toSorted((a, b) => Number(a.x) - Number(b.x));
    const color = styleColor(style);
    const marks = publishedTrace(
      sorted,
      { numeric: true, ...(tellsWhose(points) ? { color } : {}) },
      published === 0,
    );
    published += marks.length;
    return [{
      type: "scatter",
      mode: "lines+markers",
      name: joinedLines(legendLines(name)),
      x: sorted.map((point) => Number(point.x)),
      y: sorted.map((point) => point.row.median),
      error_y: errorBars(sorted.map(({ row }) => row)),
      line: { color, width: 2 },
      marker: { color, size: 7, symbol: symbol(style) },
      ...own(sorted),
    }, ...marks];
  });
}

/** Sorted values whose labels do not touch on a page of 400 pixels, the first value among them. */
function apart(values: readonly number[], place: (value: number) => number): number[] {
  const first = place(Math.min(...values)), last = place(Math.max(...values));
  let end = -Infinity;
  return values.filter((value) => {
    const at = NARROW_AXIS * (place(value) - first) / (last - first || 1);
    const half = CHARACTER * String(value).length / 2;
    if (at - half < end + CHARACTER) return false;
    end = at + half;
    return true;
  });
}

function factorAxis(points: readonly PlotPoint[], spec: PlotSpec): Record<string, unknown> {
  const values = [...new Set(points.map((point) => Number(point.x)))].sort((a, b) => a - b);
  const least = Math.min(...values), wide = least > 0 && Math.max(...values) / least >= 8;
  const logarithmic = spec.logarithmicX ?? wide;
  const ticks = apart(values, logarithmic ? Math.log : Number);
  return {
    title: {
      text: axisTitle({ label: factorName(spec.x), unit: spec.xUnit ?? "" }, LEVEL_AXIS),
      standoff: 8,
    },
    type: logarithmic ? "log" : "linear",
    tickmode: "array",
    tickvals: ticks,
    ticktext: ticks.map(String),
    automargin: true,
  };
}

/** Draws lines over a numeric factor, with the roofline's bounds as broken lines. */
export function lineFigure(drawing: FigureInput): Figure {
  const { points, metric, spec, bounds } = drawing;
  const lines = lineTraces(drawing, (own) => hover(own, ({ row }) => valueText(row.median, metric.unit)));
  return {
    data: [...lines, ...boundTraces(bounds)],
    layout: { ...baseLayout(drawing), xaxis: factorAxis(points, spec) },
  };
}

/** Draws lines over the values of the metric `over` in the same cells, with the intervals of both. */
export function curveFigure(
  drawing: FigureInput<CurvePoint>,
  over: MetricText,
): Figure {
  const { points, metric, spec } = drawing;
  const data = lineTraces(drawing, (own) => ({
    error_x: errorBars(own.map(({ xRow }) => xRow)),
    ...hover(
      own,
      ({ row, xRow }) => `${valueText(row.median, metric.unit)} at ${valueText(xRow.median, over.unit)}`,
    ),
  }));
  const xaxis = {
    title: { text: axisTitle(over, LEVEL_AXIS), standoff: 8 },
    type: spec.logarithmicX ? "log" : "linear",
    ...(spec.logarithmicX ? logTicks(points.map(({ xRow }) => medianOf(xRow))) : {}),
    automargin: true,
  };
  return { data, layout: { ...baseLayout(drawing), xaxis } };
}
