/**
 * Body of a map in a picture: cells, contours, and marks with their names.
 *
 * @module
 */
import { zip } from "../../platform/lists/zip.ts";
import { html, type Markup } from "../report/markup.ts";
import { mark, type Place, polyline, type Theme } from "./marks.ts";
import { labelLines, px, svgText } from "./picture_text.ts";
import type { Scale } from "./scale.ts";
import type { FigureLayout, FigureShape, PlotTrace } from "./plot_trace.ts";

/** Whether a shape is a cell of a map. */
export function isCell({ name }: FigureShape): boolean {
  return name === "cell";
}

function cell({ x0 = 0, x1 = 0, y0, y1, fillcolor, opacity }: FigureShape, x: Scale, y: Scale): Markup {
  const [left, top] = [x.at(x0), y.at(y1)];
  return html`
    <rect x="${px(left)}" y="${px(top)}" width="${px(x.at(x1) - left)}" height="${px(y.at(y0) - top)}"
      fill="${fillcolor ?? "none"}" fill-opacity="${opacity ?? 1}" />
  `;
}

/** Pieces of a line between its gaps. */
function pieces(places: readonly (Place | undefined)[]): Place[][] {
  let piece: Place[] = [];
  const found = [piece];
  for (const place of places) {
    if (place === undefined) found.push(piece = []);
    else piece.push(place);
  }
  return found.filter((piece) => piece.length > 0);
}

/** Place of a mark's name, by Plotly's words for it; above the mark's middle when absent. */
function nameplate({ x, y }: Place, text = "top center") {
  const [height, side] = text.split(" ");
  const anchor = side === "left" ? "end" : side === "right" ? "start" : "middle";
  return { x, y: height === "top" ? y - 8 : y + 18, anchor } as const;
}

/** Draws cells behind contours behind marks. */
export function drawMap(
  { traces, layout, theme }: {
    readonly traces: readonly PlotTrace[];
    readonly layout: FigureLayout;
    readonly theme: Theme;
  },
  x: Scale,
  y: Scale,
): Markup[] {
  const drawn = traces.flatMap((trace) => {
    const mode = trace.mode ?? "";
    const places = zip(trace.x, trace.y).map(([across, up]): Place | undefined =>
      across === null ? undefined : { x: x.at(Number(across)), y: y.at(up) }
    );
    if (mode.includes("lines")) return pieces(places).map((piece) => polyline(trace, piece, theme));
    return places.flatMap((place, i) => {
      if (place === undefined) return [];
      const text = trace.text?.[i];
      const name = text !== undefined &&
        svgText(labelLines(text), nameplate(place, trace.textposition?.[i]));
      return [html`${mark(trace, place, theme)}${name}`];
    });
  });
  return [...layout.shapes.filter(isCell).map((shape) => cell(shape, x, y)), ...drawn];
}
