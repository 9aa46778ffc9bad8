/**
 * A figure on its way to a picture: its traces, the box that its data fill, and the scales of its axes.
 *
 * @module
 */
import { html, type Markup } from "../report/markup.ts";
import { isCell } from "./map_body.ts";
import type { Theme } from "./marks.ts";
import { px } from "./picture_text.ts";
import { numericScale, type Scale, type Tick } from "./scale.ts";
import {
  endsOf,
  type ErrorBars,
  type FigureLayout,
  isStacked,
  isUpright,
  type PlotTrace,
} from "./plot_trace.ts";

/** Everything that the parts of a picture have in common. */
export interface Sheet {
  /** Series of the data. */
  readonly traces: readonly PlotTrace[];
  /** Axes, shapes and annotations. */
  readonly layout: FigureLayout;
  /** Colours. */
  readonly theme: Theme;
  /** Prefix of the ids within the picture. */
  readonly prefix: string;
  /** Sides of the box of the data, in pixels. */
  readonly box: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
}

/** Both ends of a value's interval. */
function reach(value: number, bars: ErrorBars | undefined, i: number): number[] {
  if (!bars?.visible) return [value];
  return [value, value - (bars.arrayminus[i] ?? 0), value + (bars.array[i] ?? 0)];
}

/** Everything that lies along an axis; bars that are stacked reach as far as their sum, or its interval. */
function extent(traces: readonly PlotTrace[], axis: "x" | "y"): number[] {
  const [values, errors] = axis === "x" ? ["x", "error_x"] as const : ["y", "error_y"] as const;
  const stacks = new Map<number, number>();
  for (const trace of traces) {
    if (!isStacked(trace) || axis !== "x") continue;
    trace.y.forEach((at, i) => stacks.set(at, (stacks.get(at) ?? 0) + Number(trace.x[i])));
  }
  return [
    ...stacks.values(),
    ...traces.filter((trace) => !isStacked(trace) || trace[errors] !== undefined).flatMap((trace) =>
      trace[values].flatMap((value, i) => reach(Number(value), trace[errors], i))
    ),
  ];
}

/** Scale of an axis of numbers, which has room for every value and its interval. */
export function axisScale(sheet: Sheet, axis: "x" | "y"): Scale {
  const { traces, layout, box } = sheet;
  const { type, range, rangemode, tickvals, ticktext } = axis === "x" ? layout.xaxis : layout.yaxis;
  // A line at 1 beyond the values would be drawn at the end of the axis, as another number.
  const beside = layout.shapes.filter((shape) => !isCell(shape) && isUpright(shape) === (axis === "x"));
  return numericScale({
    values: [...extent(traces, axis), ...beside.flatMap(endsOf)],
    pixels: axis === "x" ? [box.left, box.right] : [box.bottom, box.top],
    type: type === "log" ? "log" : "linear",
    fromZero: rangemode === "tozero",
    range,
    named: tickvals && { values: tickvals, labels: ticktext ?? tickvals.map(String) },
  });
}

/** Draws the lines of an axis's ticks through the box; upright ones belong to the x axis. */
export function gridLines(ticks: readonly Tick[], { box, theme }: Sheet, upright: boolean): Markup {
  const path = ticks.map(({ at }) =>
    upright ? `M${px(at)} ${px(box.top)}V${px(box.bottom)}` : `M${px(box.left)} ${px(at)}H${px(box.right)}`
  );
  return html`
    <path d="${path.join("")}" stroke="${theme.grid}" fill="none" />
  `;
}
