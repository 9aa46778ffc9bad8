/**
 * Renderer of a figure as an SVG picture, without a browser: the same values as plotly draws on the page, and
 * the same bytes for the same figure on every machine.
 *
 * @module
 */
import type { Figure } from "../report/plots/figure.ts";
import { html, Markup } from "../report/markup.ts";
import { categoryLabels } from "./category_labels.ts";
import { drawMap, isCell } from "./map_body.ts";
import { bar, mark, patternDefinitions, type Place, polyline, type Theme, whisker } from "./marks.ts";
import {
  cutText,
  FONT_SIZE,
  labelLines,
  LINE_HEIGHT,
  px,
  svgText,
  textWidth,
  wrapText,
} from "./picture_text.ts";
import { numericScale, type Scale, type Tick } from "./scale.ts";
import { type ErrorBars, type FigureLayout, layoutOf, type Trace, tracesOf } from "./trace.ts";

/** Black on white, for files. */
const PAPER: Theme = { text: "#1b1f24", grid: "#d8dee4", band: "#8c959f", paper: "#ffffff" };

/** Colours of the page around the picture, light or dark. */
export const PAGE: Theme = {
  text: "currentColor",
  grid: "var(--line)",
  band: "var(--quiet)",
  paper: "none",
};

/** Options of {@linkcode figureSvg}. */
export interface PictureOptions {
  /**
   * Description of the picture for a reader who does not see it; with a caption, also drawn above the data.
   */
  readonly title: string;
  /** Text that the axes leave out; absent where the page around the picture has it. */
  readonly caption?: string;
  /** Width in pixels; 760 by default. */
  readonly width?: number;
  /** Height of the data in pixels, for figures without rows of bars; 300 by default. */
  readonly height?: number;
  /** Pixels of an inch, for a picture whose size is stated in inches. */
  readonly perInch?: number;
  /** Colours; {@linkcode PAPER} by default. */
  readonly theme?: Theme;
  /** Prefix of the ids within the picture; unique on a page with several pictures. */
  readonly id: string;
}

const HEIGHT = 300;
const MARGIN = 12;
/** Share of a category that its bars fill. */
const FILLED = 0.8;

/** State of a picture during layout. */
interface Sheet {
  readonly traces: readonly Trace[];
  readonly layout: FigureLayout;
  readonly theme: Theme;
  readonly prefix: string;
  /** The box of the data. */
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

/** Everything that lies along an axis; bars that are stacked reach as far as their sum. */
function extent(traces: readonly Trace[], axis: "x" | "y"): number[] {
  const [values, errors] = axis === "x" ? ["x", "error_x"] as const : ["y", "error_y"] as const;
  const stacks = new Map<number, number>();
  for (const trace of traces) {
    if (trace.orientation !== "h" || axis !== "x") continue;
    trace.y.forEach((at, i) => stacks.set(at, (stacks.get(at) ?? 0) + Number(trace.x[i])));
  }
  return [
    ...stacks.values(),
    ...traces.filter(({ orientation }) => orientation !== "h").flatMap((trace) =>
      trace[values].flatMap((value, i) => reach(Number(value), trace[errors], i))
    ),
  ];
}

function axisScale(sheet: Sheet, axis: "x" | "y"): Scale {
  const { traces, layout, box } = sheet;
  const { type, range, rangemode, tickvals, ticktext } = axis === "x" ? layout.xaxis : layout.yaxis;
  // A line at 1 beyond the values would be drawn at the end of the axis, as another number.
  const beside = axis === "x" ? [] : layout.shapes.filter((shape) => !isCell(shape));
  return numericScale({
    values: [...extent(traces, axis), ...beside.flatMap(({ y0, y1 }) => [y0, y1])],
    pixels: axis === "x" ? [box.left, box.right] : [box.bottom, box.top],
    type: type === "log" ? "log" : "linear",
    fromZero: rangemode === "tozero",
    range,
    named: tickvals && { values: tickvals, labels: ticktext ?? tickvals.map(String) },
  });
}

/** Draws the band of unresolved differences and the line at 1, behind the data. */
function shapes({ layout, box, theme }: Sheet, y: Scale): Markup {
  return html`${
    layout.shapes.filter((shape) => !isCell(shape)).map(({ type, y0, y1 }) => {
      const [low, high] = [y.at(y0), y.at(y1)];
      return type === "rect"
        ? html`
          <rect x="${px(box.left)}" y="${px(high)}" width="${px(box.right - box.left)}" height="${px(
            low - high,
          )}" fill="${theme.band}"
            opacity="0.35" />
        `
        : html`
          <path d="M${px(box.left)} ${px(low)}H${px(box.right)}" stroke="${theme
            .text}" stroke-dasharray="2 3" />
        `;
    })
  }`;
}

function gridLines(ticks: readonly Tick[], { box, theme }: Sheet, upright: boolean): Markup {
  const path = ticks.map(({ at }) =>
    upright ? `M${px(at)} ${px(box.top)}V${px(box.bottom)}` : `M${px(box.left)} ${px(at)}H${px(box.right)}`
  );
  return html`
    <path d="${path.join("")}" stroke="${theme.grid}" fill="none" />
  `;
}

/** Draws the whiskers of one value; intervals without an end are left out. */
function whiskers(trace: Trace, i: number, at: (dx: number, dy: number) => Place, theme: Theme): Markup[] {
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
function drawGroups(sheet: Sheet, y: Scale, centre: (category: string) => number, room: number): Markup[] {
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

/** Draws horizontal bars made of parts, with a mark where the total was measured. */
function drawStacks({ traces, theme, prefix }: Sheet, x: Scale, y: Scale): Markup[] {
  const sums = new Map<number, number>();
  const half = 0.38;
  return traces.flatMap((trace) =>
    trace.y.map((place, i) => {
      const value = Number(trace.x[i]);
      const at = (dx: number) => ({ x: x.at(value + dx), y: y.at(place) });
      if (trace.orientation !== "h") {
        return html`${whiskers(trace, i, at, theme)}${mark(trace, at(0), theme)}`;
      }
      const start = sums.get(place) ?? 0;
      sums.set(place, start + value);
      const corners = [
        { x: x.at(start), y: y.at(place - half) },
        { x: x.at(start + value), y: y.at(place + half) },
      ] as const;
      return bar(trace, corners, { theme, prefix });
    })
  );
}

/** Draws the legend in lines that fit the width, in a group that is then moved to its place. */
function legend(
  traces: readonly Trace[],
  width: number,
  { theme, prefix }: { theme: Theme; prefix: string },
) {
  const entries = traces.filter(({ showlegend }) => showlegend !== false)
    .toSorted((a, b) => Number(a.meta === "published") - Number(b.meta === "published"));
  let x = 0, line = 0;
  const drawn = entries.map((trace) => {
    const name = cutText(labelLines(trace.name).join(" "), width - 40);
    const needs = 24 + textWidth(name) + 16;
    if (x > 0 && x + needs > width) [x, line] = [0, line + 1];
    const y = line * 20 + 10;
    const sign = trace.type === "bar"
      ? bar(trace, [{ x: x + 2, y: y - 5 }, { x: x + 16, y: y + 5 }], { theme, prefix })
      : html`${trace.mode?.includes("lines") && polyline(trace, [{ x, y }, { x: x + 18, y }], theme)}${
        trace.mode?.includes("markers") && mark(trace, { x: x + 9, y }, theme)
      }`;
    const entry = html`${sign}${svgText([name], { x: x + 24, y: y + 4 })}`;
    x += needs;
    return entry;
  });
  return { drawn, height: entries.length > 0 ? (line + 1) * 20 + 6 : 0 };
}

/**
 * Renders a figure as an SVG element. Its text is text, so that it can be searched and read aloud; its title
 * describes it.
 *
 * @example
 * ```ts
 * const axis = { type: "linear", rangemode: "tozero" };
 * const xaxis = { type: "category", categoryarray: ["cora"] };
 * const layout = { height: 380, shapes: [], xaxis, yaxis: axis };
 * const data = [{ type: "bar", name: "row-split", x: ["cora"], y: [2], marker: { color: "#0072B2" } }];
 * const svg = figureSvg({ data, layout }, { title: "Time", id: "p" }).source;
 * if (!svg.startsWith("<svg") || !svg.includes("row-split")) throw new Error(svg);
 * ```
 */
export function figureSvg(figure: Figure, options: PictureOptions): Markup {
  const { title, caption, width = 760, perInch, theme = PAPER, id: prefix } = options;
  const traces = tracesOf(figure), layout = layoutOf(figure);
  const stacked = traces.some(({ orientation }) => orientation === "h");
  const head = caption === undefined
    ? { lines: [], words: [] }
    : { lines: wrapText(title, width - 2 * MARGIN, 15), words: wrapText(caption, width - 2 * MARGIN) };
  const top = MARGIN + head.lines.length * 19 + head.words.length * LINE_HEIGHT +
    (head.lines.length > 0 ? 8 : 0);
  const below = legend(traces, width - 2 * MARGIN, { theme, prefix });
  const height = stacked ? Math.max(150, layout.height - 75 - 20 * traces.length) : options.height ?? HEIGHT;
  const bottom = top + height;
  const right = width - MARGIN;
  // The y axis comes first, on a sheet without a left margin: the width of its labels decides the margin.
  const provisional: Sheet = { traces, layout, theme, prefix, box: { left: 0, right, top, bottom } };
  const y = axisScale(provisional, "y");
  const yLabels = y.ticks.map(({ at, label }) => ({ at, lines: labelLines(label) }));
  const widest = Math.max(0, ...yLabels.flatMap(({ lines }) => lines.map((line) => textWidth(line))));
  const yTitle = layout.yaxis.title && labelLines(layout.yaxis.title.text);
  const left = Math.min(
    width / 2,
    MARGIN + (yTitle === undefined ? 0 : 5 + LINE_HEIGHT * yTitle.length) + widest + 8,
  );
  const sheet: Sheet = { ...provisional, box: { left, right, top, bottom } };

  const categories = layout.xaxis.type === "category" ? layout.xaxis.categoryarray ?? [] : undefined;
  let across: Markup, body: readonly Markup[], labelHeight: number;
  if (categories !== undefined) {
    const room = (right - left) / Math.max(1, categories.length);
    const places = new Map(categories.map((category, i) => [category, left + (i + 0.5) * room]));
    const labels = categoryLabels(categories, room, left + room / 2 - MARGIN);
    labelHeight = labels.height;
    across = html`${
      labels.lines.map((lines, i) =>
        svgText(lines, {
          x: left + (i + 0.5) * room + (labels.turn === undefined ? 0 : 4),
          y: bottom + 16,
          anchor: labels.turn === undefined ? "middle" : "end",
          ...(labels.turn === undefined ? {} : { turn: labels.turn }),
        })
      )
    }`;
    body = drawGroups(sheet, y, (category) => places.get(category) ?? left, room);
  } else {
    const x = axisScale(sheet, "x");
    labelHeight = LINE_HEIGHT + 6;
    let end = -Infinity;
    // Labels that would touch the one before are left out; their grid lines stay.
    const named = x.ticks.filter(({ at, label }) => {
      const half = textWidth(label) / 2;
      if (at - half < end + 4) return false;
      end = at + half;
      return true;
    });
    across = html`${gridLines(x.ticks, sheet, true)}${
      named.map(({ at, label }) => svgText([label], { x: at, y: bottom + 16, anchor: "middle" }))
    }`;
    body = layout.shapes.some(isCell)
      ? drawMap(sheet, x, y)
      : stacked
      ? drawStacks(sheet, x, y)
      : drawLines(sheet, x, y);
  }
  const xTitle = layout.xaxis.title && labelLines(layout.xaxis.title.text);
  const legendTop = bottom + labelHeight + (xTitle === undefined ? 4 : 9 + LINE_HEIGHT * xTitle.length);
  const total = legendTop + below.height + 4;
  const size = (pixels: number) => perInch === undefined ? px(pixels) : `${(pixels / perInch).toFixed(3)}in`;
  const picture = html`
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${px(total)}" width="${size(width)}"
      height="${size(total)}" role="img" aria-labelledby="${prefix}-title"
      font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif"
      font-size="${FONT_SIZE}"
      fill="${theme.text}"><title id="${prefix}-title">${title}</title>${patternDefinitions(
        traces,
        prefix,
      )}${theme.paper !== "none" && html`
        <rect width="100%" height="100%" fill="${theme.paper}" />
      `}${head.lines.map((line, i) =>
        svgText([line], { x: MARGIN, y: MARGIN + 14 + 19 * i, size: 15, bold: true })
      )}${head.words.map((line, i) =>
        svgText([line], { x: MARGIN, y: MARGIN + 13 + 19 * head.lines.length + LINE_HEIGHT * i })
      )}${shapes(sheet, y)}${!stacked && gridLines(y.ticks, sheet, false)}${yLabels.map(({ at, lines }) =>
        svgText(lines, {
          x: left - 6,
          y: at + 4 - (lines.length - 1) * LINE_HEIGHT / 2,
          anchor: "end",
        })
      )}${yTitle !== undefined &&
        svgText(yTitle, {
          x: MARGIN + 10,
          y: top + height / 2,
          anchor: "middle",
          turn: -90,
        })}${across}${xTitle !== undefined &&
        svgText(xTitle, {
          x: (left + right) / 2,
          y: bottom + labelHeight + 14,
          anchor: "middle",
        })}${body}${(layout.annotations ?? []).map(({ text, y: at }) =>
          svgText(labelLines(text), {
            x: left + 4,
            y: y.at(at) - 4 - (labelLines(text).length - 1) * LINE_HEIGHT,
            bold: true,
          })
        )}<g transform="translate(${MARGIN} ${px(legendTop)})">${below.drawn}</g></svg>
  `;
  // The formatter may break a line before the element; a file begins with it.
  return new Markup(picture.source.trim());
}
