/**
 * Figure of printed numbers beside measured ones: bars in groups, or marks where the numbers span decades.
 *
 * @module
 */
import { groupBy } from "../../../../platform/lists/group_by.ts";
import type { ComparisonRow } from "../../../row.ts";
import { categoryAxis } from "../figures/category_axis.ts";
import { axisTitle, LEVEL_AXIS, logTicks } from "../figures/axis.ts";
import { errorLengths } from "../figures/error_bars.ts";
import { type Figure, frame } from "../figures/figure.ts";
import { escapedLabel, joinedLines, legendLines, valueText } from "../figures/label_text.ts";
import { styleColor, symbol } from "../figures/series_style.ts";
import { withRoom } from "../figures/grouped_rows.ts";
import { formatInterval, formatNumber } from "../../../../platform/text/number.ts";
import { intervalHeading, intervalName } from "../../interval_text.ts";
import type { PublishedGroup, PublishedPoint } from "./published_points.ts";

/** Opacity of printed bars as the last digits of a colour: about a third. */
const FAINT = "59";

/** Quotient of the largest and the smallest number from which the axis is logarithmic. */
const DECADE = 12;

/** Numbers that the axis has to show. */
function extent({ points }: PublishedGroup): number[] {
  return points.flatMap(({ printed, measured }) => [...printed, ...(measured ? [measured.measured!] : [])]);
}

/** Whether the numbers of a group span so much that bars would hide the small ones. */
export function spansDecades(group: PublishedGroup): boolean {
  const values = extent(group);
  return values.every((value) => value > 0) && Math.max(...values) / Math.min(...values) > DECADE;
}

type Measured = PublishedPoint & { readonly measured: ComparisonRow };

function measuredOf(points: readonly PublishedPoint[], kind: "stand-in" | "other"): Measured[] {
  return points.filter((point): point is Measured =>
    point.measured !== undefined && (point.measured.dataset_kind === "stand-in") === (kind === "stand-in")
  );
}

/** Traces of one series: printed numbers, and measured ones on stand-ins and on other data. */
function seriesTraces(
  name: string,
  own: readonly PublishedPoint[],
  { place, unit, marks }: { readonly place: number; readonly unit: string; readonly marks: boolean },
): Record<string, unknown>[] {
  const color = styleColor(place);
  const named = (what: string) => joinedLines(legendLines([name, what].filter(Boolean).join(", ")));
  const printed = own.flatMap((point) => point.printed.map((value) => ({ point, value })));
  const isRange = printed.some(({ point }) => point.measured === undefined);
  const before: Record<string, unknown> = {
    name: named("printed"),
    x: printed.map(({ point }) => escapedLabel(point.group)),
    y: printed.map(({ value }) => value),
    offsetgroup: isRange ? `${place} here` : `${place} printed`,
    customdata: printed.map(({ value }) => [valueText(value, unit)]),
    hovertemplate: "printed %{customdata[0]}<extra></extra>",
    ...(marks || isRange
      ? { type: "scatter", mode: "markers", marker: { color, symbol: "diamond", size: 9 }, meta: "published" }
      : { type: "bar", marker: { color: `${color}${FAINT}` } }),
  };
  const beside = (["stand-in", "other"] as const).flatMap((kind) => {
    const points = measuredOf(own, kind), standIn = kind === "stand-in";
    if (points.length === 0) return [];
    return [{
      name: named(standIn ? "here, on a stand-in" : "here"),
      x: points.map(({ group }) => escapedLabel(group)),
      y: points.map(({ measured }) => measured.measured),
      error_y: errorLengths(points.map(({ measured }) => ({ ...measured, median: measured.measured! }))),
      offsetgroup: `${place} here`,
      customdata: points.map(({ measured }) => [
        valueText(measured.measured, unit),
        measured.ci_lo === undefined
          ? "exact"
          : `${intervalName(measured)} ${formatInterval(measured.ci_lo, measured.ci_hi)}`,
        `${measured.source}${standIn ? ", stand-in data" : ""}`,
        escapedLabel(measured.cell),
      ]),
      hovertemplate:
        "here %{customdata[0]}<br>%{customdata[1]}<br>%{customdata[2]}<br>%{customdata[3]}<extra></extra>",
      ...(marks
        ? {
          type: "scatter",
          mode: "markers",
          marker: { color, symbol: `${symbol(place)}${standIn ? "-open" : ""}`, size: 10 },
        }
        : { type: "bar", marker: { color, ...(standIn ? { pattern: { shape: "/" } } : {}) } }),
    }];
  });
  return printed.length > 0 ? [before, ...beside] : beside;
}

/** Draws a group of published numbers, each beside the measured one. */
export function publishedFigure(group: PublishedGroup, label: string): Figure {
  const { points, unit } = group, marks = spansDecades(group);
  const data = [...groupBy(points, ({ series }) => series)].flatMap(([name, own], place) =>
    seriesTraces(name, own, { place, unit, marks })
  );
  const groups = [...new Set(points.map(({ group }) => group))];
  const base = frame(data.length), axis = categoryAxis(groups);
  const layout = {
    ...base,
    height: base.height as number + axis.below,
    barmode: "group",
    scattermode: "group",
    shapes: unit === "x"
      ? [{ type: "line", xref: "paper", x0: 0, x1: 1, y0: 1, y1: 1, layer: "above", name: "no difference" }]
      : [],
    xaxis: axis.xaxis,
    yaxis: {
      title: { text: axisTitle({ label, unit }), standoff: 10 },
      type: marks ? "log" : "linear",
      ...(marks ? logTicks([...extent(group), ...(unit === "x" ? [1] : [])]) : { rangemode: "tozero" }),
      automargin: true,
    },
  };
  return withRoom({ data, layout }, { groups, title: axisTitle({ label, unit }, LEVEL_AXIS) });
}

/** Columns and rows of the group's table. */
export function groupTable({ points }: PublishedGroup) {
  const inSeries = points.some(({ series }) => series !== "");
  return {
    columns: [
      { heading: "Where" },
      ...(inSeries ? [{ heading: "Series" }] : []),
      { heading: "Printed", kind: "number" as const },
      { heading: "Here", kind: "number" as const },
      {
        heading: intervalHeading(points.flatMap(({ measured }) => measured ?? [])),
        kind: "number" as const,
      },
      { heading: "n", kind: "number" as const },
      { heading: "Judgement" },
    ],
    rows: points.map(({ group, series, printed, measured }) => [
      group,
      ...(inSeries ? [series] : []),
      printed.map((value) => formatNumber(value)).join(" to "),
      formatNumber(measured?.measured),
      formatInterval(measured?.ci_lo, measured?.ci_hi),
      measured?.n,
      measured?.judgement,
    ]),
  };
}
