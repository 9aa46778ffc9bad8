/**
 * Figure of bars made of parts, one a contender, in a group for each workload.
 *
 * @module
 */
import { elementOf } from "../../../../platform/lists/element_of.ts";
import type { MetricText } from "../../../store/session_document.ts";
import { axisTitle, LEVEL_AXIS } from "./axis.ts";
import { errorBars } from "./error_bars.ts";
import { type Figure, hover } from "./figure.ts";
import { escapedLabel, joinedLines, valueText, wrapped } from "./label_text.ts";
import type { PlotPoint } from "./series.ts";
import { barMarker } from "./series_style.ts";
import { formatShare } from "../../../../platform/text/number.ts";
import { arrangeRows, FILLED, LINE, rowsLayout } from "./arranged_rows.ts";

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

/** Characters of a contender's label and of a workload's heading that fit a line on a page of 400 pixels. */
const LABEL_WIDTH = 16, HEADING_WIDTH = 30;

/**
 * Draws horizontal stacked bars, since a narrow page has room for names only beside them. The legend names
 * the parts, the axis the contenders, and a heading each workload if there are several.
 */
export function stackedFigure({ metric, parts, bars, share }: StackedDrawing): Figure {
  const labels = bars.map(({ contender }) => wrapped(contender, LABEL_WIDTH));
  const pitch = Math.max(26, 6 + LINE * Math.max(...labels.map((lines) => lines.length)));
  const rows = arrangeRows(bars.map(({ group }) => group), { pitch, heading: HEADING_WIDTH }),
    y = rows.places;
  const data: Record<string, unknown>[] = parts.map(({ label, unit }, i) => {
    const points = bars.map((bar) => elementOf(bar.parts, i));
    return {
      type: "bar",
      orientation: "h",
      name: escapedLabel(label),
      y,
      x: points.map((point) => share ? 100 * point.share! : point.row.median),
      width: FILLED,
      marker: barMarker(i),
      ...hover(points, ({ series, row, share: part }) => {
        const value = `${escapedLabel(series)}: ${valueText(row.median, unit)}`;
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
      name: escapedLabel(metric.label),
      meta: "total",
      y: whole.map(({ place }) => place),
      x: totals.map(({ row }) => row.median),
      error_x: errorBars(totals.map(({ row }) => row)),
      marker: { symbol: "line-ns", size: 12 },
      ...hover(totals, ({ series, row }) => `${escapedLabel(series)}: ${valueText(row.median, metric.unit)}`),
    });
  }
  const base = rowsLayout(rows, data.length);
  const layout = {
    ...base,
    barmode: "stack",
    shapes: [],
    xaxis: {
      title: {
        text: axisTitle(share ? { label: metric.label, unit: "%" } : metric, LEVEL_AXIS),
        standoff: 8,
      },
      type: "linear",
      ...(share ? { range: [0, 101], dtick: 25 } : { rangemode: "tozero" }),
      automargin: true,
    },
    yaxis: { ...base.yaxis, tickvals: y, ticktext: labels.map(joinedLines) },
  };
  return { data, layout };
}
