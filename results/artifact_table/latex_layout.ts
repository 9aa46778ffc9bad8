/**
 * Layout of a table in LaTeX that keeps it within the lines of an article in one column: which texts are
 * broken into lines, whether intervals stand below their values, and the size of the letters. Widths are
 * estimates in characters, since no font is known here.
 *
 * @module
 */
import { elementOf } from "../../platform/lists/element_of.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { type ArtifactTable, printedCell, type TableCell } from "./artifact_table.ts";

/** Characters of a line of the class `article` at its size of 10 pt, which a table may fill. */
const LINE = 66;
/** Characters between two columns; the narrower gap goes with the smaller letters. */
const GAP = 2.4, NARROW_GAP = 1.5;
/** Width of a letter in `\scriptsize` over that in `\normalsize`. */
const SCRIPT = 0.75;
/** Width of a letter in `\footnotesize` over that in `\normalsize`. */
const FOOTNOTE = 0.82;
/** Characters beyond which a text is broken into lines. */
const LONG_TEXT = 20;
/** Characters beyond which a heading is. */
const LONG_HEADING = 12;

/** Layout of a table. */
export interface LatexLayout {
  /** Column of each text or number, as the argument of `tabular` has it. */
  readonly columns: readonly string[];
  /** Lines of each heading. */
  readonly headings: readonly (readonly string[])[];
  /** Whether intervals stand below their values. */
  readonly stacked: boolean;
  /** Whether letters are of the size of footnotes, and columns half as far apart. */
  readonly small: boolean;
}

/** Breaks a text at spaces into lines of `length` characters, longer where a word is. */
function linesOf(text: string, length: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= length) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}

const longest = (lengths: readonly number[]) => Math.max(0, ...lengths);

function widthOf(cell: TableCell, stacked: boolean): number {
  const { value, interval } = printedCell(cell), below = SCRIPT * interval.length;
  return stacked ? Math.max(value.length, below) : value.length + (interval === "" ? 0 : 1 + below);
}

/** Lays a table out. */
export function latexLayout({ columns, rows }: Pick<ArtifactTable, "columns" | "rows">): LatexLayout {
  const laid = columns.map((heading, i) => {
    const cells = rows.map((row) => elementOf(row, i)),
      isText = cells.every((cell) => typeof cell === "string");
    const width = (stacked: boolean) => longest(cells.map((cell) => widthOf(cell, stacked)));
    const isLong = isText && width(false) > LONG_TEXT;
    const lines = isLong ? [heading] : linesOf(heading, LONG_HEADING),
      head = longest(lines.map(({ length }) => length));
    return { lines, isText, isLong, width: (stacked: boolean) => Math.max(head, width(stacked)) };
  });
  /** Characters of all columns, the long texts at their least width. */
  const least = (stacked: boolean) =>
    sumOf(laid, ({ isLong, width }) => GAP + (isLong ? LONG_TEXT : width(stacked)));
  const stacked = least(false) > LINE, small = least(stacked) > LINE, line = small ? LINE / FOOTNOTE : LINE;
  const short = sumOf(laid, ({ isLong, width }) => isLong ? 0 : width(stacked));
  const room = Math.max(LONG_TEXT, line - short - (small ? NARROW_GAP : GAP) * columns.length);
  // Texts beyond the room take several lines each, so that a longer one of them leaves the others theirs.
  const weights = laid.map(({ isLong, width }) => isLong ? Math.min(room, width(stacked)) : 0);
  return {
    columns: laid.map(({ isText, isLong }, i) => {
      if (!isLong) return isText ? "l" : "r";
      const own = elementOf(weights, i),
        share = Math.min(own, room * own / sumOf(weights, (each) => each)) / line;
      return `>{\\raggedright\\arraybackslash}p{${share.toFixed(2)}\\linewidth}`;
    }),
    headings: laid.map(({ lines }) => lines),
    stacked,
    small,
  };
}
