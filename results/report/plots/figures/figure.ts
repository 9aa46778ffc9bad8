/**
 * Plotly figures in plain JSON: the parts that all kinds of plots share. A figure has no theme; the page that
 * shows it adds colours for light and dark.
 *
 * @module
 */
import { groupBy } from "../../../../platform/lists/group_by.ts";
import { inTurn } from "../../../../platform/lists/non_empty.ts";
import { zip } from "../../../../platform/lists/zip.ts";
import { medianOf, type Row } from "../../../row.ts";
import type { MetricText, PlotSpec, SuiteText } from "../../../store/session_document.ts";
import { logTicks as roundLogTicks, tickLabels } from "../../../pictures/scale.ts";
import { escapedLabel, joinedLines, legendLines, wrapped } from "./label_text.ts";
import { intervalName } from "../../interval_text.ts";
import { formatInterval, formatNumber } from "../../../../platform/text/number.ts";
import { formatUnit, labelWithUnit } from "../../../../platform/text/unit.ts";

/** One drawn value. */
export interface PlotPoint {
  /**
   * Name in the legend: the contender, with the workload where a plot has several lines of one contender; or
   * the part of a bar.
   */
  readonly series: string;
  /** Label of the bar or group of bars, or the number on the x axis. */
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

/**
 * Colours that colour-blind readers tell apart (Okabe and Ito, "Color universal design", 2008), without the
 * black.
 */
const PALETTE = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442"] as const;
const PATTERNS = ["", "/", "x", ".", "-"] as const;

/** Fill of the bars of the `style`-th series. After the last colour the colours repeat with a pattern. */
export function barMarker(style: number): Record<string, unknown> {
  const shape = inTurn(PATTERNS, Math.floor(style / PALETTE.length));
  return { color: styleColor(style), ...(shape ? { pattern: { shape } } : {}) };
}

/** Colour of the `style`-th series; after the last colour they repeat. */
export function styleColor(style: number): string {
  return inTurn(PALETTE, style);
}

/** Mark of the `style`-th series. */
export function symbol(style: number): string {
  return inTurn(
    ["circle", "square", "triangle-up", "cross", "x", "triangle-down", "pentagon", "star"],
    style,
  );
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

/**
 * Greatest numbers of characters along a vertical axis, and along a horizontal one on a page of 400 pixels.
 */
const AXIS_HEIGHT = 20;
export const LEVEL_AXIS = 28;

/** Width in pixels of a horizontal axis on such a page, and of a character of its labels. */
export const NARROW_AXIS = 270, CHARACTER = 7;

/** Title of an axis with its unit, in lines of at most `width` characters. */
export function axisTitle({ label, unit }: Pick<MetricText, "label" | "unit">, width = AXIS_HEIGHT): string {
  return joinedLines(wrapped(labelWithUnit(label, unit), width));
}

/** A value with its unit, as text for plotly. */
export function valueText(value: number | undefined, unit: string): string {
  return `${formatNumber(value)} ${escapedLabel(formatUnit(unit))}`.trim();
}

/**
 * Ticks of a logarithmic axis over these values, as explicit labels: plotly's digits between powers of ten
 * mislead.
 */
export function logTicks(values: readonly number[]): Record<string, unknown> {
  const positive = values.filter((value) => value > 0);
  const ticks = roundLogTicks(Math.min(...positive), Math.max(...positive));
  return { tickmode: "array", tickvals: ticks, ticktext: tickLabels(ticks, shortNumber) };
}

/** Formats a number with a letter for thousands and more from 10,000 on. */
function shortNumber(value: number, digits: number): string {
  if (value < 1e4) return formatNumber(value, digits);
  const short = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: digits });
  return short.format(value).replace("K", "k");
}

/** A value with its interval. */
export interface PlotInterval {
  /** The value. */
  readonly median: number;
  /** Lower end. */
  readonly ci_lo: number | undefined;
  /** Upper end. */
  readonly ci_hi: number | undefined;
}

/** Plotly's error bar, which takes lengths instead of bounds. */
export function errorLengths(intervals: readonly PlotInterval[]): Record<string, unknown> {
  const length = ({ median }: PlotInterval, bound: number | undefined) =>
    bound === undefined || !Number.isFinite(bound) ? null : Math.abs(bound - median);
  return {
    type: "data",
    symmetric: false,
    array: intervals.map((interval) => length(interval, interval.ci_hi)),
    arrayminus: intervals.map((interval) => length(interval, interval.ci_lo)),
    thickness: 1.2,
    width: 3,
    visible: intervals.some(({ ci_lo }) => ci_lo !== undefined),
  };
}

/** Error bars of rows. */
export function errorBars(rows: readonly Row[]): Record<string, unknown> {
  const isExact = ({ ci_lo, ci_hi }: Row) => ci_lo === undefined && ci_hi === undefined;
  return errorLengths(rows.map((row) => ({ ...row, median: isExact(row) ? 0 : medianOf(row) })));
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

/**
 * Diamonds at the published numbers of one series, at most one trace; in `color` where no bar below
 * identifies the series.
 */
export function publishedTrace(
  points: readonly PlotPoint[],
  place: { readonly numeric?: boolean; readonly offsetgroup?: string; readonly color?: string },
  first: boolean,
): Record<string, unknown>[] {
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
    x: joined.map((point) => place.numeric ? Number(point.x) : escapedLabel(point.x)),
    y: joined.map((point) => point.published!.value),
    ...(place.offsetgroup === undefined ? {} : { offsetgroup: place.offsetgroup }),
    marker: { symbol: "diamond", size: 9, ...(place.color === undefined ? {} : { color: place.color }) },
    customdata: joined.map((point) => [escapedLabel(point.published!.id)]),
    hovertemplate: "published %{y}<br>%{customdata[0]}<extra></extra>",
  }];
}

/**
 * Whether colours identify the series of published numbers: not where two series have one at the same place.
 */
export function tellsWhose(points: readonly PlotPoint[]): boolean {
  const places = points.flatMap(({ x, published }) => published ? [`${x} ${published.value}`] : []);
  return new Set(points.map(({ series }) => series)).size > 1 && new Set(places).size === places.length;
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

/** Points of one series, with the number that selects their colour and mark. */
export interface PlotSeries<P extends PlotPoint> {
  /** Name in the legend. */
  readonly name: string;
  /** Points in their original order. */
  readonly points: readonly P[];
  /** Argument for {@linkcode barMarker} and {@linkcode symbol}. */
  readonly style: number;
}

/**
 * Groups points into series. A contender keeps its colour in all plots of its suite, unless a plot has
 * several lines of one contender.
 */
export function plotSeries<P extends PlotPoint>(points: readonly P[], suite: SuiteText): PlotSeries<P>[] {
  const groups = [...groupBy(points, (point) => point.series)];
  const ranks = groups.map(([, [{ row }]]) => suite.contenders.findIndex(({ id }) => id === row.contender));
  const clear = !ranks.includes(-1) && new Set(ranks).size === ranks.length;
  return zip(groups, ranks).map(([[name, own], rank], i) => ({ name, points: own, style: clear ? rank : i }));
}
