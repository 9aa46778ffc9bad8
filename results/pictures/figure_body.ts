/**
 * The data of a figure, drawn into its box: groups of bars, lines, stacked bars, or a map.
 *
 * @module
 */
import { html, type Markup } from "../report/markup.ts";
import { drawMap, isCell } from "./map_body.ts";
import { bar, mark, type Place, polyline, type Theme, whisker } from "./marks.ts";
import type { Scale } from "./scale.ts";
import type { Sheet } from "./sheet.ts";
import { isStacked, type PlotTrace } from "./plot_trace.ts";

/** Share of a category that its bars fill. */
const FILLED = 0.8;

/** Draws the whiskers of one value; intervals without an end are left out. */
function whiskers(
  trace: PlotTrace,
  i: number,
  at: (dx: number, dy: number) => Place,
  theme: Theme,
): Markup[] {
  return (["error_x", "error_y"] as const).flatMap((name) => {
    const bars = trace[name];
    if (!bars?.visible) return [];
    const [less, more] = [bars.arrayminus[i], bars.array[i]];
    if (less === null && more === null) return [];
    const place = (by: number) => name === "error_x" ? at(by, 0) : at(0, by);
    return [whisker(place(-(less ?? 0)), place(more ?? 0), theme)];
  });
}

/** Draws bars or marks of several series beside each other in each category. */
export function drawGroups(
  sheet: Sheet,
  y: Scale,
  centre: (category: string) => number,
  room: number,
): Markup[] {
  const { traces, theme, prefix } = sheet;
  const groups = [...new Set(traces.map(({ offsetgroup = "" }) => offsetgroup))];
  const slot = room * FILLED / groups.length;
  const floor = y.at(0);
  const drawn = traces.map((trace) => {
    const shift = (groups.indexOf(trace.offsetgroup ?? "") - (groups.length - 1) / 2) * slot;
    const marks = trace.y.map((value, i) => {
      const x = centre(String(trace.x[i])) + shift;
      const at = (_: number, dy: number) => ({ x, y: y.at(value + dy) });
      const body = trace.type === "bar"
        ? bar(trace, [{ x: x - slot / 2, y: floor }, { x: x + slot / 2, y: y.at(value) }], { theme, prefix })
        : mark(trace, at(0, 0), theme);
      return html`${body}${whiskers(trace, i, at, theme)}`;
    });
    return { trace, marks };
  });
  // Published numbers lie above the bars.
  return drawn.toSorted((a, b) => Number(a.trace.meta === "published") - Number(b.trace.meta === "published"))
    .flatMap(({ marks }) => marks);
}

/** Draws lines with marks over numbers. */
function drawLines({ traces, theme }: Sheet, x: Scale, y: Scale): Markup[] {
  return traces.flatMap((trace) => {
    const values = trace.y.map((value, i) => {
      const across = Number(trace.x[i]);
      return { across, value, place: { x: x.at(across), y: y.at(value) } };
    });
    const mode = trace.mode ?? "";
    return [
      ...(mode.includes("lines") ? [polyline(trace, values.map(({ place }) => place), theme)] : []),
      ...values.flatMap(({ across, value, place }, i) => [
        ...whiskers(trace, i, (dx, dy) => ({ x: x.at(across + dx), y: y.at(value + dy) }), theme),
        ...(mode.includes("markers") ? [mark(trace, place, theme)] : []),
      ]),
    ];
  });
}

/** Draws horizontal bars, whole or made of parts, with a mark where the total was measured. */
function drawStacks({ traces, theme, prefix }: Sheet, x: Scale, y: Scale): Markup[] {
  const sums = new Map<number, number>();
  const half = 0.38;
  return traces.flatMap((trace) =>
    trace.y.map((place, i) => {
      const value = Number(trace.x[i]);
      const at = (dx: number) => ({ x: x.at(value + dx), y: y.at(place) });
      if (!isStacked(trace)) {
        return html`${whiskers(trace, i, at, theme)}${mark(trace, at(0), theme)}`;
      }
      const start = sums.get(place) ?? 0;
      sums.set(place, start + value);
      const corners = [
        { x: x.at(start), y: y.at(place - half) },
        { x: x.at(start + value), y: y.at(place + half) },
      ] as const;
      return html`${bar(trace, corners, { theme, prefix })}${whiskers(trace, i, at, theme)}`;
    })
  );
}

/** Draws what lies over an axis of numbers: a map, stacked bars or lines. */
export function drawOverNumbers(sheet: Sheet, x: Scale, y: Scale): Markup[] {
  if (sheet.layout.shapes.some(isCell)) return drawMap(sheet, x, y);
  return sheet.traces.some(isStacked) ? drawStacks(sheet, x, y) : drawLines(sheet, x, y);
}
