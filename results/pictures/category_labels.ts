/**
 * Labels below an axis of categories, laid out for the room of each.
 *
 * @module
 */
import { cutText, labelLines, LINE_HEIGHT, textWidth, wrapText } from "./picture_text.ts";

/** Pixels of a slanted label's lines: as long as they are wished, and as long as they may be. */
const LABEL = 190, LONGEST_LABEL = 460;
/** Slant of labels, in degrees; long ones are steeper, so that the first one stays on the sheet. */
const SLANT = 38;

/** Pixels from the axis to the baseline of a label's first line. */
export const LABEL_BASE = 16;
/** Pixels of a line below its baseline. */
const DESCENT = 4;

/** Labels in their layout. */
export interface CategoryLabels {
  /** Lines of each label. */
  readonly lines: readonly (readonly string[])[];
  /** Rotation in degrees; absent for level labels. */
  readonly turn: number | undefined;
  /** Pixels below the axis. */
  readonly height: number;
}

/**
 * Labels of categories: on one line, in several, or slanted, whichever fits first.
 *
 * @param room Pixels of a category.
 * @param before Pixels to the left of the first category's centre.
 */
export function categoryLabels(
  categories: readonly string[],
  room: number,
  before: number,
): CategoryLabels {
  const texts = categories.map((category) => labelLines(category).join(" "));
  const wrapped = texts.map((text) => wrapText(text, room - 8));
  const fits = wrapped.every((lines) =>
    lines.length <= 3 && lines.every((line) => textWidth(line) <= room - 4)
  );
  if (fits) {
    return {
      lines: wrapped,
      turn: undefined,
      height: 6 + LINE_HEIGHT * Math.max(...wrapped.map((l) => l.length)),
    };
  }
  const slanted = slantedLabels(texts, room), widths = slanted.flat().map((line) => textWidth(line));
  const longest = Math.max(...widths), most = Math.max(...slanted.map((lines) => lines.length));
  const depth = LINE_HEIGHT * (most - 1) + DESCENT;
  const turn = Math.max(SLANT, degrees(Math.acos(Math.min(1, before / longest))));
  const sine = Math.sin(turn * Math.PI / 180), cosine = Math.cos(turn * Math.PI / 180);
  return { lines: slanted, turn: -turn, height: LABEL_BASE + longest * sine + depth * cosine };
}

/** Breaks slanted labels into as many lines as have room beside each other; others become longer lines. */
function slantedLabels(texts: readonly string[], room: number): string[][] {
  const most = Math.max(1, Math.floor(room * Math.sin(SLANT * Math.PI / 180) / LINE_HEIGHT));
  let width = LABEL, lines = texts.map((text) => wrapText(text, width));
  const fit = () => lines.every((own) => own.length <= most && own.every((line) => textWidth(line) <= width));
  while (!fit() && width < LONGEST_LABEL) {
    width = Math.min(LONGEST_LABEL, width + 10);
    lines = texts.map((text) => wrapText(text, width));
  }
  return lines.map((own) =>
    [...own.slice(0, most - 1), own.slice(most - 1).join(" ")].filter((line) => line !== "")
  )
    .map((own) => own.map((line) => cutText(line, LONGEST_LABEL)));
}

function degrees(radians: number): number {
  return radians * 180 / Math.PI;
}
