/**
 * Marks of a picture: bars with patterns, symbols, whiskers and lines.
 *
 * @module
 */
import { html, type Markup } from "../report/markup.ts";
import { px } from "./picture_text.ts";
import type { PlotTrace } from "./plot_trace.ts";

/** Colours of a picture besides those of its series. */
export interface Theme {
  /** Colour of text, whiskers and outlines. */
  readonly text: string;
  /** Colour of the lines behind the data. */
  readonly grid: string;
  /** Colour of the band of unresolved differences. */
  readonly band: string;
  /** Background; `none` shows the page behind the picture. */
  readonly paper: string;
}

/** A place in pixels. */
export interface Place {
  /** Pixels from the left. */
  readonly x: number;
  /** Pixels from the top. */
  readonly y: number;
}

/** Paths of symbols around (0, 0), within a square from -1 to 1. */
const SHAPES: Readonly<Record<string, string>> = {
  "square": "M-.9-.9H.9V.9H-.9Z",
  "triangle-up": "M0-1.1L1 .8H-1Z",
  "triangle-down": "M0 1.1L1-.8H-1Z",
  "cross": "M-.35-1H.35V-.35H1V.35H.35V1H-.35V.35H-1V-.35H-.35Z",
  "x": "M-1-.5L-.5-1 0-.5 .5-1 1-.5 .5 0 1 .5 .5 1 0 .5-.5 1-1 .5-.5 0Z",
  "pentagon": "M0-1.1L1.05-.34 .65.9H-.65L-1.05-.34Z",
  "star": "M0-1.2L.3-.37 1.14-.37 .48.16 .71 1 0 .51-.71 1-.48.16-1.14-.37-.3-.37Z",
  "diamond": "M0-1.2L1.2 0 0 1.2-1.2 0Z",
};

/** Ending of the name of a symbol that is an outline. */
const OPEN = "-open";

/** Draws the symbol of a trace at a place. */
export function mark({ marker = {}, meta }: PlotTrace, { x, y }: Place, theme: Theme): Markup {
  const { color = theme.text, symbol = "circle", size = 7 } = marker;
  const radius = size / 2;
  if (symbol === "line-ns") {
    return html`
      <path d="M${px(x)} ${px(y - radius)}V${px(y + radius)}" stroke="${theme.text}" stroke-width="2.5" />
    `;
  }
  const isOutlined = meta === "published" || meta === "winner";
  const edge = !isOutlined ? "none" : marker.color === undefined ? theme.paper : theme.text;
  const isOpen = symbol.endsWith(OPEN), shape = SHAPES[isOpen ? symbol.slice(0, -OPEN.length) : symbol];
  // A shape is drawn in units of its radius, a circle in pixels.
  const unit = shape === undefined ? 1 : 1 / radius;
  const outline = edge !== "none" && html`
    stroke="${edge}" stroke-width="${px(unit)}"
  `;
  const paint = isOpen
    ? html`
      fill="none" stroke="${color}" stroke-width="${px(1.7 * unit)}"
    `
    : html`
      fill="${color}" ${outline}
    `;
  if (shape === undefined) {
    return html`
      <circle cx="${px(x)}" cy="${px(y)}" r="${px(radius)}" ${paint} />
    `;
  }
  return html`
    <path transform="translate(${px(x)} ${px(y)}) scale(${px(radius)})" d="${shape}" ${paint} />
  `;
}

/** Patterns over bars, which distinguish bars of one colour. */
const PATTERNS: Readonly<Record<string, string>> = {
  "/": "M-1 7L7-1M-1 1L1-1M5 7L7 5",
  "x": "M0 0L6 6M6 0L0 6",
  ".": "M3 2V4",
  "-": "M0 3H6",
  "\\": "M-1-1L7 7M-1 5L1 7M5-1L7 1",
  "|": "M3 0V6",
  "+": "M0 3H6M3 0V6",
};

/** Definitions of the patterns in a picture. */
export function patternDefinitions(traces: readonly PlotTrace[], prefix: string): Markup {
  const shapes = [...new Set(traces.map(({ marker }) => marker?.pattern?.shape ?? ""))].filter(Boolean);
  if (shapes.length === 0) return html``;
  return html`<defs>${
    shapes.map((shape) =>
      html`
        <pattern id="${patternId(prefix, shape)}" width="6" height="6" patternUnits="userSpaceOnUse">
          <path d="${PATTERNS[shape]}" stroke="#1b1f24" stroke-width="1.4" fill="none" />
        </pattern>
      `
    )
  }</defs>`;
}

function patternId(prefix: string, shape: string): string {
  return `${prefix}-pattern-${Object.keys(PATTERNS).indexOf(shape) + 1}`;
}

/** Draws a bar between two corners. */
export function bar(
  { marker = {} }: PlotTrace,
  [a, b]: readonly [Place, Place],
  { theme, prefix }: { readonly theme: Theme; readonly prefix: string },
): Markup {
  const box = html`x="${px(Math.min(a.x, b.x))}" y="${px(Math.min(a.y, b.y))}" width="${
    px(Math.abs(a.x - b.x))
  }" height="${px(Math.abs(a.y - b.y))}"`;
  const shape = marker.pattern?.shape;
  return html`
    <rect ${box} fill="${marker.color ?? theme.text}" stroke="${theme
      .text}" stroke-width="0.6" />${shape !== undefined && html`
      <rect ${box} fill="url(#${patternId(prefix, shape)})" />
    `}
  `;
}

/** Draws a whisker between two places on one axis, with caps. */
export function whisker(a: Place, b: Place, theme: Theme): Markup {
  const upright = a.x === b.x;
  const cap = ({ x, y }: Place) =>
    upright ? `M${px(x - 3)} ${px(y)}H${px(x + 3)}` : `M${px(x)} ${px(y - 3)}V${px(y + 3)}`;
  return html`
    <path d="M${px(a.x)} ${px(a.y)}L${px(b.x)} ${px(b.y)}${cap(a)}${cap(b)}" stroke="${theme.text}"
      stroke-width="1.2" fill="none" />
  `;
}

const DASHES: Readonly<Record<string, string>> = {
  dash: "7 4",
  dot: "2 3",
  dashdot: "7 3 2 3",
  longdash: "12 4",
};

/** Draws a line through places. */
export function polyline({ line = {}, meta }: PlotTrace, places: readonly Place[], theme: Theme): Markup {
  const color = meta === "bound" ? theme.text : line.color ?? theme.text;
  const dash = line.dash && DASHES[line.dash];
  return html`
    <polyline points="${places.map(({ x, y }) => `${px(x)},${px(y)}`).join(
      " ",
    )}" fill="none" stroke="${color}" stroke-width="${line.width ?? 2}" ${dash && html`
      stroke-dasharray="${dash}"
    `} />
  `;
}
