/**
 * Figures for print: black on white, told apart without colour, for a column of a paper.
 *
 * @module
 */
import { inTurn } from "../../platform/lists/non_empty.ts";
import type { Figure } from "../report/plots/figures/figure.ts";
import { symbol } from "../report/plots/figures/series_style.ts";
import type { PictureOptions } from "./svg_figure.ts";
import { isCell } from "./map_body.ts";
import { type FigureLayout, type PlotTrace, tracesOf } from "./plot_trace.ts";

/** Letters of 12 pixels are 8 pt high at this many pixels an inch; a column of 3.3 inches has 356 of them. */
const PER_INCH = 12 * 72 / 8, COLUMN = 3.3 * PER_INCH;

/** Options of a picture in a column. */
export const COLUMN_PICTURE = {
  width: COLUMN,
  height: 190,
  perInch: PER_INCH,
  theme: { text: "#000000", grid: "#cccccc", band: "#bbbbbb", paper: "#ffffff" },
} as const satisfies Partial<PictureOptions>;

/** Patterns of bars and dashes of lines, a series each. */
const PATTERNS = ["", "/", "x", "-", "\\", "|", "+", "."] as const;
const DASHES = ["", "dash", "dot", "dashdot", "longdash"] as const;

/** Grounds of bars: printed numbers, numbers measured on stand-ins, and all others. */
const PRINTED = "#e2e2e2", STAND_IN = "#ffffff", OTHER = "#a8a8a8";

/** Ground of a map's cells, whose winners the symbols tell. */
const CELL = "#808080";

/** Fill of symbols at printed numbers, which have an outline. */
const PALE = "#cccccc";

/** Key that traces of one series share. */
function seriesOf({ offsetgroup, marker, line, name }: PlotTrace): string {
  if (offsetgroup !== undefined) return offsetgroup.replace(/ .*/, "");
  const color = marker?.color ?? line?.color;
  return color === undefined ? name : `${color} ${marker?.pattern?.shape ?? ""}`;
}

/** Ground of a bar; without printed numbers it tells those series apart that have the same pattern. */
function groundOf({ marker = {} }: PlotTrace, place: number, hasPrinted: boolean): string {
  if (!hasPrinted) return place < PATTERNS.length ? STAND_IN : OTHER;
  return marker.color?.length === 9 ? PRINTED : marker.pattern === undefined ? OTHER : STAND_IN;
}

function printTrace(trace: PlotTrace, place: number, hasPrinted: boolean): PlotTrace {
  const { marker, line, meta, type } = trace;
  if (meta === "bound" || meta === "total") return trace;
  if (type === "bar") {
    const shape = inTurn(PATTERNS, place), color = groundOf(trace, place, hasPrinted);
    return { ...trace, marker: { color, ...(shape === "" ? {} : { pattern: { shape } }) } };
  }
  const black = "#000000", { size = 7 } = marker ?? {};
  const open = meta !== "published" && marker?.symbol?.endsWith("-open") ? "-open" : "";
  const own = { color: meta === "published" ? PALE : black, symbol: `${symbol(place)}${open}`, size };
  const dash = inTurn(DASHES, place);
  return {
    ...trace,
    ...(marker && { marker: own }),
    ...(line && { line: { ...line, color: black, width: 1.2, ...(dash === "" ? {} : { dash }) } }),
  };
}

/** Figure with the same values, whose series differ by patterns, symbols and dashes. */
export function printFigure(figure: Figure): Figure {
  const traces = tracesOf(figure);
  const series = [...new Set(traces.map(seriesOf))];
  // Printed and measured numbers of a series are groups of their own.
  const hasPrinted = traces.some(({ offsetgroup = "" }) => offsetgroup.includes(" "));
  const data = traces.map((trace) => printTrace(trace, series.indexOf(seriesOf(trace)), hasPrinted));
  const { shapes = [] } = figure.layout as Partial<FigureLayout>;
  const grey = shapes.map((shape) => isCell(shape) ? { ...shape, fillcolor: CELL } : shape);
  return { data: data as unknown as Figure["data"], layout: { ...figure.layout, shapes: grey } };
}
