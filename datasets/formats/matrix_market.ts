/**
 * MatrixMarket coordinate files (Boisvert, Pozo, Remington: The Matrix Market Exchange Formats, NISTIR 5935,
 * 1996).
 *
 * @module
 */
import { DataError, type ErrorParts } from "../../platform/errors.ts";
import type { ByteSource } from "./bytes/byte_source.ts";
import { quoteBytes } from "./edges/edge_text.ts";
import type { GraphFormat } from "./format.ts";
import { onlyFile } from "./format.ts";
import {
  assertPlausibleVertices,
  GrowingEdges,
  MAX_VERTEX_ID,
  type ReadEdges,
} from "./edges/growing_edges.ts";
import { gunzipped } from "./bytes/gzip.ts";
import { readingBudget } from "./bytes/reading_budget.ts";
import { forEachLine } from "./bytes/text_lines.ts";

const PERCENT = 37;

/** A coordinate matrix as stored in the file: one triangle of a symmetric one, explicit zeros included. */
export interface CoordinateMatrix {
  /** Rows of the matrix. */
  readonly rows: number;
  /** Columns of the matrix. */
  readonly cols: number;
  /** Entry (r, c) is the edge r -> c with ids from 0; values are absent in a `pattern` file. */
  readonly entries: ReadEdges;
  /** Type of the values. */
  readonly field: "real" | "integer" | "pattern";
  /** Symmetry; with `symmetric` the file holds the lower triangle alone. */
  readonly symmetry: "general" | "symmetric";
}

function fieldsOf(bytes: Uint8Array, begin: number, end: number): string[] {
  let text = "";
  for (let at = begin; at < end; at++) text += String.fromCharCode(bytes[at]);
  return text.split(/[ \t]+/).filter((field) => field !== "");
}

/** A whole number in decimal digits, or -1. */
function wholeNumber(field: string | undefined): number {
  return field !== undefined && /^[0-9]{1,15}$/.test(field) ? Number(field) : -1;
}

/**
 * Reads a coordinate matrix with field real, integer or pattern and symmetry general or symmetric. Ids in the
 * file count from 1. The size line is checked against the entries that follow; nothing is allocated from it.
 *
 * @throws {DataError} naming file and line.
 */
export async function readMatrixMarket(source: ByteSource): Promise<CoordinateMatrix> {
  let header: Pick<CoordinateMatrix, "field" | "symmetry"> | undefined;
  let size: { rows: number; cols: number; entries: number } | undefined;
  const budget = await readingBudget(source);
  let edges = new GrowingEdges(budget);

  await forEachLine(source, (bytes, begin, end, line) => {
    const fail = (wanted: string): never => {
      const parts: Omit<ErrorParts, "action"> = {
        current: quoteBytes(bytes, begin, end),
        wanted,
        next: "download the file again, or convert it to a MatrixMarket coordinate file",
      };
      throw new DataError({ file: source.name, line }, parts);
    };
    if (header === undefined) {
      const [banner, object, format, field, symmetry, ...more] = fieldsOf(bytes, begin, end).map((word) =>
        word.toLowerCase()
      );
      if (
        line !== 1 || banner !== "%%matrixmarket" || object !== "matrix" || format !== "coordinate" ||
        (field !== "real" && field !== "integer" && field !== "pattern") ||
        (symmetry !== "general" && symmetry !== "symmetric") || more.length > 0
      ) {
        return fail('"%%MatrixMarket matrix coordinate real|integer|pattern general|symmetric"');
      }
      header = { field, symmetry };
      return;
    }
    if (bytes[begin] === PERCENT) return false;
    const fields = fieldsOf(bytes, begin, end);
    if (fields.length === 0) return false;
    if (size === undefined) {
      const [rows, cols, entries] = [0, 1, 2].map((i) => wholeNumber(fields[i]));
      if (fields.length !== 3 || rows < 0 || cols < 0 || entries < 0) fail('"rows columns entries"');
      if (Math.max(rows, cols) > MAX_VERTEX_ID) fail(`at most ${MAX_VERTEX_ID} rows and columns`);
      if (header.symmetry === "symmetric" && rows !== cols) fail("as many columns as rows");
      size = { rows, cols, entries };
      edges = new GrowingEdges(budget, header.field !== "pattern");
      return;
    }
    const row = wholeNumber(fields[0]), col = wholeNumber(fields[1]);
    const pattern = header.field === "pattern";
    if (fields.length !== (pattern ? 2 : 3) || row < 0 || col < 0) {
      fail(pattern ? '"row column"' : '"row column value"');
    }
    if (row < 1 || row > size.rows || col < 1 || col > size.cols) {
      fail(`row from 1 to ${size.rows} and column from 1 to ${size.cols}`);
    }
    if (header.symmetry === "symmetric" && col > row) fail("the lower triangle only (column at most row)");
    const value = pattern ? 1 : Number(fields[2]);
    if (!Number.isFinite(value)) fail("a finite value");
    if (edges.count === size.entries) fail(`the end after ${size.entries} entries`);
    edges.push(row - 1, col - 1, value);
  });

  if (header === undefined || size === undefined || edges.count !== size.entries) {
    throw new DataError({ file: source.name }, {
      current: size === undefined ? "no size line" : `${edges.count} entries`,
      wanted: size === undefined ? "header and size line" : `${size.entries} entries, as the size line says`,
      next: "download the file again",
    });
  }
  assertPlausibleVertices(Math.max(size.rows, size.cols), edges.count, budget);
  const { source: rows, target: cols, count, values } = edges;
  const vertices = Math.max(size.rows, size.cols);
  return {
    rows: size.rows,
    cols: size.cols,
    entries: { vertices, source: rows, target: cols, count, ...(values ? { values } : {}) },
    ...header,
  };
}

/** Reader of square MatrixMarket coordinate files as graphs: the pattern counts, values do not. */
export const matrixMarket: GraphFormat = {
  id: "matrix-market",
  title: "MatrixMarket coordinate file, optionally gzip",
  async read(files) {
    const source = onlyFile(files);
    const matrix = await readMatrixMarket(gunzipped(source));
    if (matrix.rows !== matrix.cols) {
      throw new DataError({ file: source.name }, {
        current: `${matrix.rows} rows and ${matrix.cols} columns`,
        wanted: "a square matrix",
        next: "name a file that holds an adjacency",
      });
    }
    return { edges: matrix.entries, note: "" };
  },
};
