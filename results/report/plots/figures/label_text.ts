/**
 * Text of figures: escaped for plotly and broken into lines.
 *
 * @module
 */
import { formatNumber } from "../../../../platform/text/number.ts";
import { formatUnit } from "../../../../platform/text/unit.ts";
import { SEPARATOR } from "../../workload.ts";

/** Escapes text for plotly, which interprets some HTML in labels. */
export function escapedLabel(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

/** Breaks a text into lines of at most `width` characters, where its words allow it. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}

/**
 * Breaks a workload's label into lines of at most `width` characters, each part of the label on lines of its
 * own.
 */
export function labelParts(label: string, width: number): string[] {
  return label.split(SEPARATOR).flatMap((part) => {
    const lines = wrapped(part, width);
    // A dataset's scale can stand below its name.
    return lines.flatMap((line) => line.length > width ? line.split(/(?=@)/) : [line]);
  });
}

/**
 * Breaks a label into at most `most` lines, as wide as that requires; more lines of vertical labels would
 * touch.
 */
export function atMostLines(label: string, most: number, width: number): string[] {
  const parts = labelParts(label, width);
  if (parts.length <= most) return parts;
  if (label.split(SEPARATOR).length <= most) return atMostLines(label, most, width + 1);
  const text = label.replaceAll(SEPARATOR, ", ");
  for (let wide = Math.ceil(text.length / most);; wide++) {
    const lines = wrapped(text, wide);
    if (lines.length <= most) return lines;
  }
}

/** Width of a legend in characters on a page of 400 pixels. */
const LEGEND_WIDTH = 36;

/** Breaks a series' name into the lines that a narrow page needs. */
export function legendLines(name: string): string[] {
  return wrapped(name, LEGEND_WIDTH);
}

/** Joins lines in plotly's notation. */
export function joinedLines(lines: readonly string[]): string {
  return lines.map(escapedLabel).join("<br>");
}

/** A value with its unit, as text for plotly. */
export function valueText(value: number | undefined, unit: string): string {
  return `${formatNumber(value)} ${escapedLabel(formatUnit(unit))}`.trim();
}
