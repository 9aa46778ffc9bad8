/**
 * Layout of a table in LaTeX that keeps it within the lines of an article in one column: which texts are
 * broken into lines, whether intervals stand below their values, and the size of the letters. Widths are
 * estimates in characters, since no font is known here.
 *
 * @module
 */
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
  const isText = columns.map((_, i) => rows.every((row) => typeof row[i] === "string"));
  const isLong = columns.map((_, i) =>
    isText[i] && longest(rows.map((row) => widthOf(row[i], false))) > LONG_TEXT
  );
  const headings = columns.map((heading, i) => isLong[i] ? [heading] : linesOf(heading, LONG_HEADING));
  const widths = (stacked: boolean) =>
    columns.map((_, i) =>
      longest([...headings[i].map(({ length }) => length), ...rows.map((row) => widthOf(row[i], stacked))])
    );
  /** Characters of all columns, the long texts at their least width. */
  const least = (stacked: boolean) =>
    widths(stacked).reduce((sum, width, i) => sum + GAP + (isLong[i] ? LONG_TEXT : width), 0);
  const stacked = least(false) > LINE, small = least(stacked) > LINE;
  const own = widths(stacked), line = small ? LINE / FOOTNOTE : LINE;
  const sum = (which: boolean) => own.reduce((all, width, i) => all + (isLong[i] === which ? width : 0), 0);
  const room = Math.max(LONG_TEXT, line - sum(false) - (small ? NARROW_GAP : GAP) * columns.length);
  return {
    columns: columns.map((_, i) => {
      if (!isLong[i]) return isText[i] ? "l" : "r";
      const share = Math.min(own[i], room * own[i] / sum(true)) / line;
      return `>{\\raggedright\\arraybackslash}p{${share.toFixed(2)}\\linewidth}`;
    }),
    headings,
    stacked,
    small,
  };
}
