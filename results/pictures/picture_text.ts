/**
 * Text layout in pictures. No browser measures the text: widths are estimated from the shapes of letters.
 *
 * @module
 */
import { html, type Markup } from "../report/markup.ts";

/** Ordinary size of a letter in pixels. */
export const FONT_SIZE = 12;

/** Pixels from one line of text to the next. */
export const LINE_HEIGHT = 15;

/** Width of a text in pixels, overestimated rather than underestimated. */
export function textWidth(text: string, size = FONT_SIZE): number {
  let ems = 0;
  for (const letter of text) {
    if (/[ijl.,:;|!'()[\]\u00b7 ]/.test(letter)) ems += 0.33;
    else if (/[mwMW@%\u2014]/.test(letter)) ems += 0.92;
    else if (/[A-Z]/.test(letter)) ems += 0.7;
    else if (letter > "\u2e80") ems += 1.05;
    else ems += 0.58;
  }
  return ems * size;
}

/** Breaks a text into lines that fit a width, where its words allow it. */
export function wrapText(text: string, width: number, size = FONT_SIZE): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`, size) <= width) {
      lines[lines.length - 1] += ` ${word}`;
    } else lines.push(word);
  }
  return lines;
}

/** Cuts a text to a width, with a mark at the cut. */
export function cutText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let cut = text;
  while (cut.length > 1 && textWidth(`${cut}\u2026`) > width) cut = cut.slice(0, -1);
  return `${cut.trimEnd()}\u2026`;
}

/** Lines of a figure's label, in which entities and line breaks are written as for plotly. */
export function labelLines(label: string): string[] {
  return label.split("<br>").map((line) =>
    line.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")
  );
}

/** Position and style of a text. */
export interface TextPlace {
  /** Pixels from the left. */
  readonly x: number;
  /** Pixels from the top to the baseline of the first line. */
  readonly y: number;
  /** Part of the text that is at `x`; its start by default. */
  readonly anchor?: "start" | "middle" | "end";
  /** Clockwise rotation around the position, in degrees. */
  readonly turn?: number;
  /** Size of a letter in pixels. */
  readonly size?: number;
  /** Whether the text is bold. */
  readonly bold?: boolean;
}

/** Formats pixels to a tenth: enough for the eye, and the same on every machine. */
export function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Draws lines of text as an SVG element. */
export function svgText(lines: readonly string[], place: TextPlace): Markup {
  const { x, y, anchor = "start", turn, size, bold } = place;
  const optional = [
    anchor !== "start" && html`
      text-anchor="${anchor}"
    `,
    turn !== undefined && html`
      transform="rotate(${turn} ${px(x)} ${px(y)})"
    `,
    size !== undefined && html`
      font-size="${size}"
    `,
    bold && html`
      font-weight="600"
    `,
  ];
  const spans = lines.map((line, i) =>
    i === 0 ? line : html`<tspan x="${px(x)}" dy="${(size ?? FONT_SIZE) + 3}">${line}</tspan>`
  );
  return html`
    <text x="${px(x)}" y="${px(y)}" ${optional}>${spans}</text>
  `;
}
