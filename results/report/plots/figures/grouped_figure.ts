/**
 * Figure of contenders beside each other in a group for each workload.
 *
 * @module
 */
import { axisTitle, LEVEL_AXIS } from "./axis.ts";
import { errorBars } from "./error_bars.ts";
import { baseLayout, type Figure, type FigureInput, hover } from "./figure.ts";
import { escapedLabel, joinedLines, legendLines, valueText } from "./label_text.ts";
import { publishedTrace } from "./published_trace.ts";
import { plotSeries } from "./series.ts";
import { barMarker, styleColor, symbol } from "./series_style.ts";
import { categoryAxis } from "./category_axis.ts";
import { withRoom } from "./grouped_rows.ts";

/**
 * Draws groups of bars, or of points where the axis is logarithmic, since a bar's length is meaningless
 * there; many of them in rows.
 */
export function groupedFigure(drawing: FigureInput): Figure {
  const { suite, points, metric, spec } = drawing;
  const groups = [...new Set(points.map((point) => point.x))];
  let published = 0;
  const data = plotSeries(points, suite).flatMap(({ name, points: own, style }) => {
    const place = { offsetgroup: String(style) };
    const marks = publishedTrace(own, place, published === 0);
    published += marks.length;
    const trace = {
      name: joinedLines(legendLines(name)),
      x: own.map((point) => escapedLabel(point.x)),
      y: own.map((point) => point.row.median),
      error_y: errorBars(own.map(({ row }) => row)),
      ...place,
      ...hover(own, ({ row }) => valueText(row.median, metric.unit)),
    };
    const color = styleColor(style);
    const drawn = spec.logarithmic
      ? { ...trace, type: "scatter", mode: "markers", marker: { color, size: 9, symbol: symbol(style) } }
      : { ...trace, type: "bar", marker: barMarker(style) };
    return [drawn, ...marks];
  });
  const base = baseLayout(drawing), axis = categoryAxis(groups);
  const layout = {
    ...base,
    height: base.height as number + axis.below,
    barmode: "group",
    scattermode: "group",
    xaxis: axis.xaxis,
  };
  return withRoom({ data, layout }, { groups, title: axisTitle(metric, LEVEL_AXIS) });
}
