/**
 * Figures of maps: a coloured cell for each place of two factors, pale where the winner is not certain, with
 * contours of the winner's speed-up and marks at known graphs.
 *
 * @module
 */
import { groupBy } from "../../../../platform/lists/group_by.ts";
import { contour } from "../../../winner_map/contours.ts";
import { mapPlaces, type MapPoint, type WinnerMap } from "../../../winner_map/winner_map.ts";
import type { PlotSpec, SuiteText } from "../../../store/session_document.ts";
import { formatNumber } from "../../../../platform/text/number.ts";
import { contenderLabel } from "../../suite_label.ts";
import { factorName } from "../../workload.ts";
import { type Figure, frame, hover } from "./figure.ts";
import type { PlotPoint } from "./series.ts";
import { styleColor, symbol } from "./series_style.ts";
import { escapedLabel, joinedLines, legendLines } from "./label_text.ts";
import { mapAxis, mapPosition } from "./map_axis.ts";

/** A winner as a drawn value. */
export interface WinnerPoint extends PlotPoint {
  /** Measured point. */
  readonly point: MapPoint;
}

/** Input of a map's figure. */
export interface MapDrawing {
  /** Suite, which gives contenders their names and colours. */
  readonly suite: SuiteText;
  /** Plot as the suite specifies it, with both factors. */
  readonly spec: PlotSpec & { readonly y: string };
  /** Measured points. */
  readonly map: WinnerMap;
  /** The same points as drawn values. */
  readonly points: readonly WinnerPoint[];
}

/** Opacity of a cell whose winner is certain, and of one where it is not. */
const CERTAIN = 0.62, UNCERTAIN = 0.2;

/** Speed-ups whose contours are drawn, each with its dash. */
const LEVELS: readonly (readonly [level: number, dash: string])[] = [
  [1.1, "dot"],
  [1.5, "dash"],
  [2, "solid"],
];

/** Number of the colour of a contender. */
const styleOf = ({ contenders }: SuiteText, id: string) => contenders.findIndex((each) => each.id === id);

const colourOf = (suite: SuiteText, id: string) => styleColor(Math.max(0, styleOf(suite, id)));

/** Speed-up of a point's winner over the baseline. */
export function winnersSpeedup({ winner, entries }: MapPoint): number | undefined {
  return entries.find(({ contender }) => contender === winner)?.speedup;
}

function cells({ suite, map }: MapDrawing): Record<string, unknown>[] {
  return mapPlaces(map).map(({ column, line, point: { winner, certain } }) => ({
    type: "rect",
    name: "cell",
    x0: column - 0.5,
    x1: column + 0.5,
    y0: line - 0.5,
    y1: line + 0.5,
    fillcolor: colourOf(suite, winner),
    opacity: certain ? CERTAIN : UNCERTAIN,
    layer: "below",
    line: { width: 0 },
  }));
}

function winners({ suite, map, points }: MapDrawing): Record<string, unknown>[] {
  const groups = groupBy(points, ({ point }) => point.winner);
  return suite.contenders.flatMap(({ id }) => {
    const own = groups.get(id) ?? [];
    if (own.length === 0) return [];
    const style = styleOf(suite, id);
    return [{
      type: "scatter",
      mode: "markers",
      name: joinedLines(legendLines(contenderLabel(suite, id))),
      x: own.map(({ point }) => map.xs.indexOf(point.x)),
      y: own.map(({ point }) => map.ys.indexOf(point.y)),
      marker: { color: colourOf(suite, id), size: 7, symbol: symbol(style) },
      meta: "winner",
      ...hover(own, ({ point }) => {
        const sure = point.certain ? "surely the fastest" : "fastest, not certain";
        const speedup = winnersSpeedup(point);
        return speedup === undefined
          ? `${sure}, the baseline was not measured`
          : `${sure}, ${formatNumber(speedup, 3)} times the baseline's speed`;
      }),
    }];
  });
}

/** Speed-ups at all places: measured ones, others by their neighbours, nearer ones counting more. */
function speedupAt({ xs, ys, points }: WinnerMap): (column: number, line: number) => number {
  const known = points.flatMap((point) => {
    const speedup = winnersSpeedup(point);
    return speedup === undefined
      ? []
      : [{ column: xs.indexOf(point.x), line: ys.indexOf(point.y), log: Math.log(speedup) }];
  });
  return (column, line) => {
    let sum = 0, weights = 0;
    for (const each of known) {
      const squares = (each.column - column) ** 2 + (each.line - line) ** 2;
      if (squares === 0) return Math.exp(each.log);
      sum += each.log / squares ** 2;
      weights += 1 / squares ** 2;
    }
    return Math.exp(sum / weights);
  };
}

function contours({ map, suite }: MapDrawing): Record<string, unknown>[] {
  const lattice = { columns: map.xs.length, lines: map.ys.length }, at = speedupAt(map);
  return LEVELS.flatMap(([level, dash]) => {
    const segments = contour(lattice, at, level);
    if (segments.length === 0) return [];
    const name = `fastest ${level} times as fast as ${contenderLabel(suite, suite.baseline)}`;
    return [{
      type: "scatter",
      mode: "lines",
      name: joinedLines(legendLines(name)),
      // A gap ends each piece.
      x: segments.flatMap(([[from], [to]]) => [from, to, null]),
      y: segments.flatMap(([[, from], [, to]]) => [from, to, null]),
      line: { dash, width: 1.6 },
      meta: "bound",
      hoverinfo: "skip",
    }];
  });
}

/**
 * Places of landmarks' names beside their marks, which lie in ascending order from left to right: towards the
 * middle of the map, and below the mark where the name before, at about the same height, lies above its own,
 * or where the map ends.
 *
 * @returns Plotly's words for them, such as `top center`.
 */
function nameplates(
  placed: readonly { readonly across: number; readonly up: number }[],
  { columns, rows }: { readonly columns: number; readonly rows: number },
): string[] {
  let last: { readonly up: number; readonly isAbove: boolean } | undefined;
  return placed.map(({ across, up }) => {
    const share = across / Math.max(1, columns - 1);
    const beside = share < 0.25 ? "right" : share > 0.6 ? "left" : "center";
    const isCrowded = last !== undefined && last.isAbove && Math.abs(up - last.up) < 0.5;
    // A name above a mark in the upper half of the top row would lie on the map's edge.
    const isAbove = !isCrowded && up <= rows - 1;
    last = { up, isAbove };
    return `${isAbove ? "top" : "bottom"} ${beside}`;
  });
}

function landmarks(
  { map, spec: { landmarks = [], landmarkName = "graphs of the papers, by their own values" } }: MapDrawing,
): Record<string, unknown>[] {
  const placed = landmarks.flatMap(({ label, x, y }) => {
    const across = mapPosition(map.xs, x), up = mapPosition(map.ys, y);
    return across === undefined || up === undefined ? [] : [{ label, x, y, across, up }];
  }).toSorted((a, b) => a.across - b.across);
  if (placed.length === 0) return [];
  return [{
    type: "scatter",
    mode: "markers+text",
    name: joinedLines(legendLines(landmarkName)),
    x: placed.map(({ across }) => across),
    y: placed.map(({ up }) => up),
    text: placed.map(({ label }) => escapedLabel(label)),
    textposition: nameplates(placed, { columns: map.xs.length, rows: map.ys.length }),
    marker: { symbol: "diamond", size: 9 },
    meta: "published",
    customdata: placed.map((
      { label, x, y },
    ) => [escapedLabel(label), formatNumber(x, 3), formatNumber(y, 3)]),
    hovertemplate: "%{customdata[0]}: %{customdata[1]}, %{customdata[2]}<extra></extra>",
  }];
}

/** Landmarks that lie beyond the map, in words. */
export function beyondMap({ map, spec: { landmarks = [], x, y } }: MapDrawing): string[] {
  return landmarks.filter((each) =>
    mapPosition(map.xs, each.x) === undefined || mapPosition(map.ys, each.y) === undefined
  ).map((each) =>
    `${each.label} (${factorName(x)} ${formatNumber(each.x, 3)}, ${factorName(y)} ${
      formatNumber(each.y, 3)
    }), which lies beyond the map`
  );
}

/** Draws the map. */
export function mapFigure(drawing: MapDrawing): Figure {
  const { map, spec } = drawing;
  const data = [...winners(drawing), ...contours(drawing), ...landmarks(drawing)];
  return {
    data,
    layout: {
      ...frame(data.length),
      shapes: cells(drawing),
      xaxis: mapAxis(spec.x, map.xs, spec.xUnit),
      yaxis: mapAxis(spec.y, map.ys, spec.yUnit),
    },
  };
}
