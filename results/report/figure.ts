/**
 * Plotly figures in plain JSON, built from the values to draw. A figure has no theme: the page that shows it adds colours
 * for light and dark.
 *
 * @module
 */
import type { Row } from "../row.ts";
import type { MetricText, PlotText, SuiteText } from "../session_document.ts";
import { formatInterval, formatNumber, formatUnit } from "./number.ts";

/** One drawn value. */
export interface PlotPoint {
  /** Label of the contender, and of the workload where a plot has several lines of one. */
  readonly series: string;
  /** Label of the group of bars, or value of the factor on the x axis. */
  readonly x: string;
  /** The row that is drawn. */
  readonly row: Row;
  /** Published number in the same unit, where the row is joined to one. */
  readonly published: { readonly id: string; readonly value: number } | undefined;
}

/** A plotly figure; both members are plain JSON. */
export interface Figure {
  /** Traces. */
  readonly data: readonly Readonly<Record<string, unknown>>[];
  /** Layout without colours. */
  readonly layout: Readonly<Record<string, unknown>>;
}

/** Colours that colour-blind readers tell apart (Okabe and Ito, "Color universal design", 2008), without the black. */
export const PALETTE = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442"] as const;
const PATTERNS = ["", "/", "x", ".", "-"] as const;
const SYMBOLS = [
  "circle",
  "square",
  "triangle-up",
  "cross",
  "x",
  "triangle-down",
  "pentagon",
  "star",
] as const;

/** Text for plotly, which reads a little HTML of its own in labels. */
function plainText(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

/** What a figure is made from. */
export interface Drawing {
  /** Gives series their order, names and colours. */
  readonly suite: SuiteText;
  /** Metric on the y axis. */
  readonly metric: MetricText;
  /** What the suite asks for. */
  readonly spec: PlotText;
  /** The values to draw. */
  readonly points: readonly PlotPoint[];
  /** Rows of roofline bounds in the metric's unit. */
  readonly bounds: readonly Row[];
  /** Smallest difference from 1 that can be seen; undefined where the metric is no ratio. */
  readonly band: number | undefined;
}

function axisTitle(metric: MetricText): string {
  const unit = formatUnit(metric.unit);
  return plainText(`${metric.label}${unit && ` (${unit})`}`);
}

/** From this span on, a logarithmic axis is labelled at powers of ten only. */
const WIDE_SPAN = 50;

/** Plotly's error bar, which takes lengths instead of bounds. */
function errorBars(points: readonly PlotPoint[]): Record<string, unknown> {
  const length = (point: PlotPoint, bound: number | undefined) =>
    bound === undefined || !Number.isFinite(bound) ? null : Math.abs(bound - point.row.median!);
  return {
    type: "data",
    symmetric: false,
    array: points.map((point) => length(point, point.row.ci_hi)),
    arrayminus: points.map((point) => length(point, point.row.ci_lo)),
    thickness: 1.2,
    width: 3,
    visible: points.some((point) => point.row.ci_lo !== undefined),
  };
}

function hover(points: readonly PlotPoint[], unit: string): Record<string, unknown> {
  return {
    customdata: points.map(({ row }) => [
      plainText(row.cell),
      `${formatNumber(row.median)} ${plainText(formatUnit(unit))}`.trim(),
      row.ci_lo === undefined ? "exact" : `95 % interval ${formatInterval(row.ci_lo, row.ci_hi)}`,
      `n = ${row.n}, ${row.source}${row.dataset_kind === "stand-in" ? ", stand-in data" : ""}`,
    ]),
    hovertemplate:
      "%{customdata[1]}<br>%{customdata[2]}<br>%{customdata[3]}<br>%{customdata[0]}<extra></extra>",
  };
}

function publishedTrace(points: readonly PlotPoint[], place: Record<string, unknown>, first: boolean) {
  const joined = points.filter((point) => point.published);
  if (joined.length === 0) return [];
  return [{
    type: "scatter",
    mode: "markers",
    name: "published",
    legendgroup: "published",
    legendrank: 2000,
    showlegend: first,
    meta: "published",
    x: joined.map((point) => place.numeric ? Number(point.x) : plainText(point.x)),
    y: joined.map((point) => point.published!.value),
    ...(place.offsetgroup === undefined ? {} : { offsetgroup: place.offsetgroup }),
    marker: { symbol: "diamond", size: 9 },
    customdata: joined.map((point) => [plainText(point.published!.id)]),
    hovertemplate: "published %{y}<br>%{customdata[0]}<extra></extra>",
  }];
}

function baseLayout({ suite, metric, spec, points, bounds, band }: Drawing): Record<string, unknown> {
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
  const values = [...points.map((point) => point.row), ...bounds].map((row) => row.median!).filter((value) =>
    value > 0
  );
  const wide = Math.max(...values) / Math.min(...values) >= WIDE_SPAN;
  const entries = seriesOf(points, suite).length;
  return {
    autosize: true,
    height: 380 + 20 * Math.max(0, Math.ceil(entries / 2) - 3),
    margin: { l: 60, r: 12, t: 10, b: 40 },
    showlegend: true,
    legend: { orientation: "h", x: 0, xanchor: "left", yref: "container", y: 0, yanchor: "bottom" },
    hovermode: "closest",
    shapes: around,
    yaxis: {
      title: { text: axisTitle(metric), standoff: 10 },
      type: spec.logarithmic ? "log" : "linear",
      ...(!spec.logarithmic ? { rangemode: "tozero" } : wide ? { dtick: 1 } : {}),
      automargin: true,
    },
  };
}

/** Points that belong together, with the number that picks their colour and mark. */
interface Series {
  readonly name: string;
  readonly points: readonly PlotPoint[];
  readonly style: number;
}

/** A contender keeps its colour in all plots of its suite, unless a plot has several lines of it. */
function seriesOf(points: readonly PlotPoint[], suite: SuiteText): Series[] {
  const groups = [...Map.groupBy(points, (point) => point.series)];
  const ranks = groups.map(([, [{ row }]]) => suite.contenders.findIndex(({ id }) => id === row.contender));
  const clear = !ranks.includes(-1) && new Set(ranks).size === ranks.length;
  return groups.map(([name, own], i) => ({ name, points: own, style: clear ? ranks[i] : i }));
}

/** Groups of bars, or of points where the axis is logarithmic and a bar's length would mean nothing. */
export function groupedFigure(drawing: Drawing): Figure {
  const { suite, points, metric, spec } = drawing;
  const groups = [...new Set(points.map((point) => point.x))].map(plainText);
  let published = 0;
  const data = seriesOf(points, suite).flatMap(({ name, points: own, style }) => {
    const color = PALETTE[style % PALETTE.length];
    const place = { offsetgroup: String(style) };
    const marks = publishedTrace(own, place, published === 0);
    published += marks.length;
    const trace = {
      name: plainText(name),
      x: own.map((point) => plainText(point.x)),
      y: own.map((point) => point.row.median),
      error_y: errorBars(own),
      ...place,
      ...hover(own, metric.unit),
    };
    const shape = PATTERNS[Math.floor(style / PALETTE.length) % PATTERNS.length];
    const drawn = spec.logarithmic
      ? {
        ...trace,
        type: "scatter",
        mode: "markers",
        marker: { color, size: 9, symbol: SYMBOLS[style % SYMBOLS.length] },
      }
      : { ...trace, type: "bar", marker: { color, ...(shape ? { pattern: { shape } } : {}) } };
    return [drawn, ...marks];
  });
  const layout = {
    ...baseLayout(drawing),
    barmode: "group",
    scattermode: "group",
    xaxis: { type: "category", categoryorder: "array", categoryarray: groups, automargin: true },
  };
  return { data, layout };
}

/** The lowest roofline bound of the contenders at each x. */
function boundTraces(drawing: Drawing, xOf: (row: Row) => string | undefined): Record<string, unknown>[] {
  return [...Map.groupBy(drawing.bounds, (row) => row.metric)].map(([name, rows], i) => {
    const lowest = new Map<number, number>();
    for (const row of rows) {
      const x = Number(xOf(row));
      lowest.set(x, Math.min(lowest.get(x) ?? Infinity, row.median!));
    }
    const sorted = [...lowest].sort(([a], [b]) => a - b);
    return {
      type: "scatter",
      mode: "lines",
      name: plainText(name.replaceAll("_", " ")),
      x: sorted.map(([x]) => x),
      y: sorted.map(([, y]) => y),
      line: { dash: i === 0 ? "dash" : "dot", width: 2 },
      meta: "bound",
      hovertemplate: `%{y}<extra>${plainText(name.replaceAll("_", " "))}</extra>`,
    };
  });
}

/** Lines over a numeric factor, with the roofline's bounds as broken lines. */
export function lineFigure(drawing: Drawing, xOf: (row: Row) => string | undefined): Figure {
  const { suite, points, metric, spec } = drawing;
  let published = 0;
  const lines = seriesOf(points, suite).flatMap(({ name, points: unsorted, style }) => {
    const own = unsorted.toSorted((a, b) => Number(a.x) - Number(b.x));
    const color = PALETTE[style % PALETTE.length];
    const marks = publishedTrace(own, { numeric: true }, published === 0);
    published += marks.length;
    return [{
      type: "scatter",
      mode: "lines+markers",
      name: plainText(name),
      x: own.map((point) => Number(point.x)),
      y: own.map((point) => point.row.median),
      error_y: errorBars(own),
      line: { color, width: 2 },
      marker: { color, size: 7, symbol: SYMBOLS[style % SYMBOLS.length] },
      ...hover(own, metric.unit),
    }, ...marks];
  });
  const values = [...new Set(points.map((point) => Number(point.x)))].sort((a, b) => a - b);
  const wide = values[0] > 0 && values[values.length - 1] / values[0] >= 8;
  const layout = {
    ...baseLayout(drawing),
    xaxis: {
      title: { text: plainText(spec.x.replaceAll("_", " ")), standoff: 8 },
      type: wide ? "log" : "linear",
      ...(values.length <= 12 ? { tickmode: "array", tickvals: values, ticktext: values.map(String) } : {}),
      automargin: true,
    },
  };
  return { data: [...lines, ...boundTraces(drawing, xOf)], layout };
}
