/**
 * Renderer of a figure as an SVG picture, without a browser: the same values as plotly draws on the page, and
 * the same bytes for the same figure on every machine.
 *
 * @module
 */
import type { Figure } from "../report/plots/figures/figure.ts";
import { html, Markup } from "../report/markup.ts";
import { categoryLabels, LABEL_BASE } from "./category_labels.ts";
import { drawGroups, drawOverNumbers } from "./figure_body.ts";
import { isCell } from "./map_body.ts";
import { bar, mark, patternDefinitions, polyline, type Theme } from "./marks.ts";
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
import type { Scale, Tick } from "./scale.ts";
import { axisScale, gridLines, type Sheet } from "./sheet.ts";
import { endsOf, type FigureAxis, isUpright, layoutOf, type PlotTrace, tracesOf } from "./plot_trace.ts";

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

const HEIGHT = 300, LEAST_ROWS = 150;
const MARGIN = 12;
/** Width of bold letters over that of ordinary ones. */
const BOLDER = 1.12;

/** Title and caption above the data; nothing where the page around the picture has them. */
function drawHeading({ title, caption }: PictureOptions, width: number) {
  if (caption === undefined) return { drawn: [], height: 0 };
  const lines = wrapText(title, width / BOLDER, 15), words = wrapText(caption, width);
  return {
    drawn: [
      ...lines.map((line, i) =>
        svgText([line], { x: MARGIN, y: MARGIN + 14 + 19 * i, size: 15, bold: true })
      ),
      ...words.map((line, i) =>
        svgText([line], { x: MARGIN, y: MARGIN + 13 + 19 * lines.length + LINE_HEIGHT * i })
      ),
    ],
    height: lines.length * 19 + words.length * LINE_HEIGHT + 8,
  };
}

/** Draws the band of unresolved differences and the line at 1, behind the data. */
function drawShapes(sheet: Sheet, y: Scale): Markup {
  const { layout, box, theme } = sheet;
  return html`${
    layout.shapes.filter((shape) => !isCell(shape)).map((shape) => {
      const upright = isUpright(shape), scale = upright ? axisScale(sheet, "x") : y;
      const [low, high] = endsOf(shape), from = scale.at(low), to = scale.at(high);
      const [left, right] = upright ? [from, to] : [box.left, box.right];
      const [top, bottom] = upright ? [box.top, box.bottom] : [to, from];
      return shape.type === "rect"
        ? html`
          <rect x="${px(left)}" y="${px(top)}" width="${px(right - left)}" height="${px(
            bottom - top,
          )}" fill="${theme.band}"
            opacity="0.35" />
        `
        : html`
          <path d="M${px(left)} ${px(bottom)}${upright ? `V${px(top)}` : `H${px(right)}`}" stroke="${theme
            .text}" stroke-dasharray="2 3" />
        `;
    })
  }`;
}

/** Labels of the y axis, its title, and the pixels that both take to the left of the data. */
function leftLabels(sheet: Sheet, { ticks }: Scale) {
  const labels = ticks.map(({ at, label }) => ({ at, lines: labelLines(label) }));
  const widest = Math.max(0, ...labels.flatMap(({ lines }) => lines.map((line) => textWidth(line))));
  const title = titleLines(sheet.layout.yaxis);
  return { labels, title, width: LINE_HEIGHT * title.length + (title.length > 0 ? 5 : 0) + widest + 8 };
}

/** Lines of an axis's title; none where it has no title. */
function titleLines({ title }: FigureAxis): readonly string[] {
  return title === undefined ? [] : labelLines(title.text);
}

/** Draws the y axis to the left of its box. */
function drawLeftAxis({ box }: Sheet, { labels, title }: ReturnType<typeof leftLabels>): Markup {
  const middle = (box.top + box.bottom) / 2;
  return html`${
    labels.map(({ at, lines }) =>
      svgText(lines, { x: box.left - 6, y: at + 4 - (lines.length - 1) * LINE_HEIGHT / 2, anchor: "end" })
    )
  }${title.length > 0 && svgText(title, { x: MARGIN + 10, y: middle, anchor: "middle", turn: -90 })}`;
}

/** The x axis with everything over it: marks of the axis, data, and pixels that the labels take below. */
interface Across {
  readonly axis: Markup;
  readonly body: readonly Markup[];
  readonly labelHeight: number;
}

/** Draws data over categories. */
function acrossCategories(sheet: Sheet, y: Scale, categories: readonly string[]): Across {
  const { left, right, bottom } = sheet.box;
  const room = (right - left) / Math.max(1, categories.length);
  const places = new Map(categories.map((category, i) => [category, left + (i + 0.5) * room]));
  const { lines, turn, height } = categoryLabels(categories, room, left + room / 2 - MARGIN);
  const slant = turn === undefined
    ? { shift: 0, anchor: "middle" as const }
    : { shift: 4, anchor: "end" as const };
  return {
    axis: html`${
      lines.map((label, i) =>
        svgText(label, {
          x: left + (i + 0.5) * room + slant.shift,
          y: bottom + LABEL_BASE,
          anchor: slant.anchor,
          ...turn !== undefined && { turn },
        })
      )
    }`,
    body: drawGroups(sheet, y, (category) => places.get(category) ?? left, room),
    labelHeight: height,
  };
}

/** Draws data over numbers. */
function acrossNumbers(sheet: Sheet, y: Scale): Across {
  const x = axisScale(sheet, "x");
  const labels = apart(x.ticks).map(({ at, label }) =>
    svgText([label], { x: at, y: sheet.box.bottom + 16, anchor: "middle" })
  );
  return {
    axis: html`${gridLines(x.ticks, sheet, true)}${labels}`,
    body: drawOverNumbers(sheet, x, y),
    labelHeight: LINE_HEIGHT + 6,
  };
}

/** Ticks without those whose labels would touch the one before. */
function apart(ticks: readonly Tick[]): readonly Tick[] {
  let end = -Infinity;
  return ticks.filter(({ at, label }) => {
    const half = textWidth(label) / 2;
    if (at - half < end + 4) return false;
    end = at + half;
    return true;
  });
}

/** Draws headings of groups of bars. */
function drawAnnotations({ layout, box }: Sheet, y: Scale): Markup[] {
  return (layout.annotations ?? []).map(({ text, y: at }) => {
    const lines = labelLines(text);
    return svgText(lines, {
      x: box.left + 4,
      y: y.at(at) - 4 - (lines.length - 1) * LINE_HEIGHT,
      bold: true,
    });
  });
}

/** Draws the legend in lines that fit the width, in a group that is then moved to its place. */
function drawLegend(
  traces: readonly PlotTrace[],
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
  const { title, width = 760, perInch, theme = PAPER, id: prefix } = options;
  const traces = tracesOf(figure), layout = layoutOf(figure);
  const rows = layout.meta?.rows;
  const heading = drawHeading(options, width - 2 * MARGIN);
  const legend = drawLegend(traces, width - 2 * MARGIN, { theme, prefix });
  const height = rows === undefined ? options.height ?? HEIGHT : Math.max(LEAST_ROWS, rows);
  const top = MARGIN + heading.height, bottom = top + height, right = width - MARGIN;
  // The y axis comes first, on a sheet without a left margin: the width of its labels decides the margin.
  const provisional: Sheet = { traces, layout, theme, prefix, box: { left: 0, right, top, bottom } };
  const y = axisScale(provisional, "y");
  const labels = leftLabels(provisional, y);
  const left = Math.min(width / 2, MARGIN + labels.width);
  const sheet: Sheet = { ...provisional, box: { left, right, top, bottom } };
  const across = layout.xaxis.type === "category"
    ? acrossCategories(sheet, y, layout.xaxis.categoryarray ?? [])
    : acrossNumbers(sheet, y);
  const below = titleLines(layout.xaxis), belowTop = bottom + across.labelHeight;
  const legendTop = belowTop + (below.length === 0 ? 4 : 9 + LINE_HEIGHT * below.length);
  const total = legendTop + legend.height + 4;
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
      `}${heading.drawn}${drawShapes(sheet, y)}${rows === undefined &&
        gridLines(y.ticks, sheet, false)}${drawLeftAxis(
          sheet,
          labels,
        )}${across.axis}${below.length > 0 &&
        svgText(below, { x: (left + right) / 2, y: belowTop + 14, anchor: "middle" })}${across
        .body}${drawAnnotations(sheet, y)}<g transform="translate(${MARGIN} ${px(legendTop)})">${legend
        .drawn}</g></svg>
  `;
  // The formatter may break a line before the element; a file begins with it.
  return new Markup(picture.source.trim());
}
