/**
 * Figure of bars made of parts, one a contender, in a group for each workload.
 *
 * @module
 */
import { elementOf } from "../../../platform/lists/element_of.ts";
import type { MetricText } from "../../store/session_document.ts";
import {
  axisTitle,
  barMarker,
  errorBars,
  type Figure,
  frame,
  hover,
  LEVEL_AXIS,
  type PlotPoint,
  valueText,
} from "./figure.ts";
import { formatShare } from "../number.ts";
import { joinedLines, labelParts, plainText, wrapped } from "./label_text.ts";

/** A part of a bar, or its total. */
export interface StackedPoint extends PlotPoint {
  /** Label of the workload. */
  readonly group: string;
  /** Share of the sum of the bar's parts, 0..1; undefined for the total, and where the sum is 0. */
  readonly share: number | undefined;
}

/** One bar. */
export interface StackedBar {
  /** Label of the workload. */
  readonly group: string;
  /** Label of the contender. */
  readonly contender: string;
  /** Parts from the axis outwards, one a metric. */
  readonly parts: readonly StackedPoint[];
  /** Total, where it was measured too. */
  readonly total: StackedPoint | undefined;
}

/** Input of a figure of stacked bars. */
export interface StackedDrawing {
  /** Metric of the total, which names the axis of values. */
  readonly metric: MetricText;
  /** Metrics of the parts, from the axis outwards. */
  readonly parts: readonly MetricText[];
  /** Bars, those of one group next to each other. */
  readonly bars: readonly StackedBar[];
  /** Whether all bars have the length of 100 %. */
  readonly share: boolean;
}

/** Height of a line of text in pixels, in the page's size. */
const LINE = 17;

/** Characters of a contender's label and of a workload's heading that fit a line on a page of 400 pixels. */
const LABEL_WIDTH = 16;
const HEADING_WIDTH = 30;

/**
 * Positions of bars and headings, from the top: a bar takes 1, and its group's heading stands in the gap
 * above it.
 */
function arrange(bars: readonly StackedBar[]) {
  const labels = bars.map(({ contender }) => wrapped(contender, LABEL_WIDTH));
  const pitch = Math.max(26, 6 + LINE * Math.max(...labels.map((lines) => lines.length)));
  const several = new Set(bars.map(({ group }) => group)).size > 1;
  const headings: { readonly lines: readonly string[]; readonly y: number }[] = [];
  const y: number[] = [];
  let span = 0;
  bars.forEach(({ group }, i) => {
    if (several && group !== bars[i - 1]?.group) {
      const lines = group.length > HEADING_WIDTH ? labelParts(group, HEADING_WIDTH) : [group];
      span += (8 + LINE * lines.length) / pitch;
      headings.push({ lines, y: span - 0.45 });
    }
    y.push(span++);
  });
  return { labels, headings, y, span, height: Math.round(pitch * span) };
}

/**
 * Draws horizontal stacked bars, since a narrow page has room for names only beside them. The legend names
 * the parts, the axis the contenders, and a heading each workload if there are several.
 */
export function stackedFigure({ metric, parts, bars, share }: StackedDrawing): Figure {
  const { labels, headings, y, span, height } = arrange(bars);
  const data: Record<string, unknown>[] = parts.map(({ label, unit }, i) => {
    const points = bars.map((bar) => elementOf(bar.parts, i));
    return {
      type: "bar",
      orientation: "h",
      name: plainText(label),
      y,
      x: points.map((point) => share ? 100 * point.share! : point.row.median),
      width: 0.76,
      marker: barMarker(i),
      ...hover(points, ({ series, row, share: part }) => {
        const value = `${plainText(series)}: ${valueText(row.median, unit)}`;
        return part === undefined ? value : `${value} (${formatShare(part)})`;
      }),
    };
  });
  const whole = share ? [] : bars.flatMap(({ total }, i) => total ? [{ place: y[i], total }] : []);
  if (whole.length > 0) {
    const totals = whole.map(({ total }) => total);
    data.push({
      type: "scatter",
      mode: "markers",
      name: plainText(metric.label),
      meta: "total",
      y: whole.map(({ place }) => place),
      x: totals.map(({ row }) => row.median),
      error_x: errorBars(totals.map(({ row }) => row)),
      marker: { symbol: "line-ns", size: 12 },
      ...hover(totals, ({ series, row }) => `${plainText(series)}: ${valueText(row.median, metric.unit)}`),
    });
  }
  const base = frame(data.length);
  const layout = {
    ...base,
    height: Math.max(380, height + 75 + 20 * data.length),
    legend: { ...base.legend as Record<string, unknown>, traceorder: "normal" },
    barmode: "stack",
    shapes: [],
    annotations: headings.map(({ lines, y: top }) => ({
      text: joinedLines(lines),
      font: { weight: 600 },
      align: "left",
      xref: "paper",
      x: 0,
      xanchor: "left",
      y: top,
      yanchor: "bottom",
      showarrow: false,
    })),
    xaxis: {
      title: {
        text: axisTitle(share ? { label: metric.label, unit: "%" } : metric, LEVEL_AXIS),
        standoff: 8,
      },
      type: "linear",
      ...(share ? { range: [0, 101], dtick: 25 } : { rangemode: "tozero" }),
      automargin: true,
    },
    yaxis: {
      type: "linear",
      range: [span - 0.5, -0.5],
      tickmode: "array",
      tickvals: y,
      ticktext: labels.map(joinedLines),
      showgrid: false,
      zeroline: false,
      automargin: true,
    },
  };
  return { data, layout };
}
