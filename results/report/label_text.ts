/**
 * Text of figures: what plotly would read as its own HTML, and lines that fit.
 *
 * @module
 */
import { SEPARATOR } from "./workload.ts";

/** Text for plotly, which reads a little HTML of its own in labels. */
export function plainText(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

/** A text in lines of at most `width` characters where its words allow it. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A workload's label in lines of at most `width` characters where its words allow it, each part of it on lines of its own. */
export function labelParts(label: string, width: number): string[] {
  return label.split(SEPARATOR).flatMap((part) => {
    const lines = wrapped(part, width);
    // A dataset's scale can stand below its name.
    return lines.flatMap((line) => line.length > width ? line.split(/(?=@)/) : [line]);
  });
}

/** A label in at most so many lines, as wide as that takes: upright labels of more would touch. */
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

/** Characters of a legend where the page is 400 pixels wide. */
const LEGEND_WIDTH = 36;

/** A series' name in as many lines as a narrow page needs. */
export function legendLines(name: string): string[] {
  return wrapped(name, LEGEND_WIDTH);
}

/** Lines as plotly reads them. */
export function joinedLines(lines: readonly string[]): string {
  return lines.map(plainText).join("<br>");
}
