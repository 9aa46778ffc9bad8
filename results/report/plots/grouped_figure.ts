/**
 * Figure of contenders beside each other in a group for each workload.
 *
 * @module
 */
import {
  barMarker,
  baseLayout,
  CHARACTER,
  type Drawing,
  errorBars,
  type Figure,
  hover,
  NARROW_AXIS,
  PALETTE,
  publishedTrace,
  seriesOf,
  symbol,
  valueText,
} from "./figure.ts";
import { atMostLines, joinedLines, legendLines, plainText } from "./label_text.ts";

/**
 * Characters that fit an axis where two plots stand side by side, and least characters of a group with a
 * level label.
 */
const AXIS_WIDTH = 56, LEAST_WIDTH = 12;

/** Height of a label's line in pixels. */
const LINE = 17;

/**
 * Draws groups of bars, or of points where the axis is logarithmic, since a bar's length is meaningless
 * there.
 */
export function groupedFigure(drawing: Drawing): Figure {
  const { suite, points, metric, spec } = drawing;
  const groups = [...new Set(points.map((point) => point.x))];
  const width = Math.max(LEAST_WIDTH, Math.floor(AXIS_WIDTH / groups.length));
  let published = 0;
  const data = seriesOf(points, suite).flatMap(({ name, points: own, style }) => {
    const place = { offsetgroup: String(style) };
    const marks = publishedTrace(own, place, published === 0);
    published += marks.length;
    const trace = {
      name: joinedLines(legendLines(name)),
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
  const most = Math.max(1, Math.floor(NARROW_AXIS / (LINE * groups.length)));
  const labels = groups.map((group) => atMostLines(group, most, width)), base = baseLayout(drawing);
  const lines = Math.max(...labels.map(({ length }) => length));
  const longest = CHARACTER * Math.max(...labels.flat().map(({ length }) => length));
  // Labels are turned where they would touch.
  const below = longest * groups.length > NARROW_AXIS ? Math.max(longest, LINE * lines) : LINE * lines;
  const layout = {
    ...base,
    height: base.height as number + below - LINE,
    barmode: "group",
    scattermode: "group",
    xaxis: {
      type: "category",
      categoryorder: "array",
      categoryarray: groups.map(plainText),
      tickmode: "array",
      tickvals: groups.map(plainText),
      ticktext: labels.map(joinedLines),
      autotickangles: [0, -45, -90],
      automargin: true,
    },
  };
  return { data, layout };
}
