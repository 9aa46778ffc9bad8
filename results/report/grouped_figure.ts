/**
 * Contenders beside each other in a group for each workload.
 *
 * @module
 */
import {
  barMarker,
  baseLayout,
  type Drawing,
  errorBars,
  type Figure,
  hover,
  PALETTE,
  plainText,
  publishedTrace,
  seriesOf,
  symbol,
  valueText,
} from "./figure.ts";

/** Groups of bars, or of points where the axis is logarithmic and a bar's length would mean nothing. */
export function groupedFigure(drawing: Drawing): Figure {
  const { suite, points, metric, spec } = drawing;
  const groups = [...new Set(points.map((point) => point.x))].map(plainText);
  let published = 0;
  const data = seriesOf(points, suite).flatMap(({ name, points: own, style }) => {
    const place = { offsetgroup: String(style) };
    const marks = publishedTrace(own, place, published === 0);
    published += marks.length;
    const trace = {
      name: plainText(name),
      x: own.map((point) => plainText(point.x)),
      y: own.map((point) => point.row.median),
      error_y: errorBars(own.map(({ row }) => row)),
      ...place,
      ...hover(own, ({ row }) => valueText(row.median, metric.unit)),
    };
    const color = PALETTE[style % PALETTE.length];
    const drawn = spec.logarithmic
      ? { ...trace, type: "scatter", mode: "markers", marker: { color, size: 9, symbol: symbol(style) } }
      : { ...trace, type: "bar", marker: barMarker(style) };
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
