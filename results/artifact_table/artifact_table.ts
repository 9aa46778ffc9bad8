/**
 * Tables of an artifact for a paper or a text: data without markup, which {@link ./latex.ts},
 * {@link ./markdown.ts} and {@link ./csv.ts} print.
 *
 * @module
 */

/** A measured value with its 95 % interval, which exact values lack. */
export interface ValueCell {
  /** Median of the samples, or the exact value. */
  readonly value: number;
  /** Lower and upper end of the interval. */
  readonly interval?: readonly [lo: number, hi: number];
}

/** A cell: a value, or a text. */
export type TableCell = ValueCell | string;

/** A table of one artifact. */
export interface ArtifactTable {
  /** Label for cross-references: `hetu-gnn-figure-8-speedup`. */
  readonly label: string;
  /** Sentences on the content, the machine and the code. */
  readonly caption: string;
  /** Paper that the artifact stands in, with its address; empty for a suite of this project. */
  readonly reference: string;
  /** Headings from left to right. */
  readonly columns: readonly string[];
  /** Rows from top to bottom, a cell a column. The first is a text. */
  readonly rows: readonly (readonly TableCell[])[];
}

/** Significant digits of a printed value. */
const DIGITS = 3;

/** Decimals of a value with three significant digits; undefined where an exponent is shorter. */
function decimals(value: number): number | undefined {
  const size = Math.abs(value);
  if (size === 0) return 0;
  if (!(size >= 1e-4 && size < 1e7)) return undefined;
  return Math.max(0, DIGITS - 1 - Math.floor(Math.log10(size)));
}

/**
 * Prints a value with three significant digits and its interval with as many decimals, so that the columns of
 * a table agree: `1.89 [1.82, 2.00]`. Counts are printed whole.
 */
export function printedCell(cell: TableCell): { readonly value: string; readonly interval: string } {
  if (typeof cell === "string") return { value: cell, interval: "" };
  const { value: middle, interval } = cell;
  // 0 has no digits of its own.
  const sized = middle === 0 && interval ? Math.max(...interval.map(Math.abs)) : middle;
  const places = Number.isInteger(middle) && interval === undefined ? 0 : decimals(sized);
  const print = (number: number) => {
    if (!Number.isFinite(number)) return String(number);
    if (places === undefined) return number.toExponential(DIGITS - 1);
    const printed = number.toFixed(places);
    return Number(printed) === 0 ? (0).toFixed(places) : printed;
  };
  return {
    value: print(middle),
    interval: interval ? `[${interval.map(print).join(", ")}]` : "",
  };
}
