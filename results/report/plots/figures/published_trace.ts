/**
 * Marks at published numbers.
 *
 * @module
 */
import { escapedLabel } from "./label_text.ts";
import type { PlotPoint } from "./series.ts";

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
