/**
 * MatrixMarket coordinate files (Boisvert, Pozo, Remington: The Matrix Market Exchange Formats, NISTIR 5935,
 * 1996).
 *
 * @module
 */
import { DataError } from "../../platform/errors.ts";
import type { ByteSource } from "./bytes/byte_source.ts";
import type { GraphFormat } from "./format.ts";
import { onlyFile } from "./format.ts";
import { GrowingEdges, MAX_VERTEX_ID, type ReadEdges } from "./edges/growing_edges.ts";
import { gunzipped } from "./bytes/gzip.ts";
import { readingBudget } from "./bytes/reading_budget.ts";
import { forEachLine, quoteBytes } from "./bytes/text_lines.ts";
import { plural } from "../../platform/text/plural.ts";
import { assertPlausibleVertices } from "./edges/plausible_sizes.ts";

const PERCENT = 37;

/** Numbers of an entry's value by the type of the values; `unsigned-integer` is SciPy's. */
const VALUES: Readonly<Record<string, number>> = {
  "real": 1,
  "integer": 1,
  "unsigned-integer": 1,
  "complex": 2,
  "pattern": 0,
};
/** Symmetries of a matrix; of all but the first the file holds the lower triangle alone. */
const SYMMETRIES = ["general", "symmetric", "skew-symmetric", "hermitian"];

/** Pattern of a coordinate matrix as stored in the file, explicit zeros included. */
export interface CoordinateMatrix {
  /** Rows of the matrix. */
  readonly rows: number;
  /** Columns of the matrix. */
  readonly cols: number;
  /** Entry (r, c) is the edge r -> c with ids from 0. */
  readonly entries: ReadEdges;
  /** Whether every entry (r, c), of the lower triangle, stands for (c, r) as well. */
  readonly mirrored: boolean;
}

/** Contents of the header line. */
interface Header {
  /** Numbers of an entry's value. */
  readonly values: number;
  /** Whether the file holds the lower triangle alone. */
  readonly mirrored: boolean;
}

/** Contents of header and size line. */
interface Size extends Header {
  readonly rows: number;
  readonly cols: number;
  readonly entries: number;
}

/** Refuses a line, where another was wanted. */
type Refusal = (wanted: string) => never;

function fieldsOf(bytes: Uint8Array, begin: number, end: number): string[] {
  let text = "";
  for (let at = begin; at < end; at++) text += String.fromCharCode(bytes[at]);
  return text.split(/[ \t]+/).filter((field) => field !== "");
}

/** A whole number in decimal digits, or -1. */
function wholeNumber(field: string | undefined): number {
  return field !== undefined && /^[0-9]{1,15}$/.test(field) ? Number(field) : -1;
}

function parseHeader(fields: readonly string[], fail: Refusal): Header {
  const [banner, object, format, field, symmetry, ...more] = fields.map((word) => word.toLowerCase());
  if (
    banner !== "%%matrixmarket" || object !== "matrix" || format !== "coordinate" ||
    !Object.hasOwn(VALUES, field ?? "") || !SYMMETRIES.includes(symmetry) || more.length > 0
  ) fail(`"%%MatrixMarket matrix coordinate ${Object.keys(VALUES).join("|")} ${SYMMETRIES.join("|")}"`);
  return { values: VALUES[field], mirrored: symmetry !== SYMMETRIES[0] };
}

function parseSize(fields: readonly string[], header: Header, fail: Refusal): Size {
  const [rows, cols, entries] = [0, 1, 2].map((i) => wholeNumber(fields[i]));
  if (fields.length !== 3 || rows < 0 || cols < 0 || entries < 0) fail('"rows columns entries"');
  if (Math.max(rows, cols) > MAX_VERTEX_ID) fail(`at most ${MAX_VERTEX_ID} rows and columns`);
  if (header.mirrored && rows !== cols) fail("as many columns as rows");
  return { ...header, rows, cols, entries };
}

/** Row and column of an entry, from 1. */
function parseEntry(
  fields: readonly string[],
  { values, mirrored, rows, cols }: Size,
  fail: Refusal,
): readonly [row: number, col: number] {
  const row = wholeNumber(fields[0]), col = wholeNumber(fields[1]);
  if (fields.length !== 2 + values || row < 0 || col < 0) {
    fail(`"row column${["", " value", " real imaginary"][values]}"`);
  }
  if (row < 1 || row > rows || col < 1 || col > cols) {
    fail(`row from 1 to ${rows} and column from 1 to ${cols}`);
  }
  if (mirrored && col > row) fail("the lower triangle only (column at most row)");
  if (!fields.slice(2).every((value) => Number.isFinite(Number(value)))) fail("a finite value");
  return [row, col];
}

/**
 * Reads the pattern of a coordinate matrix. Ids in the file count from 1. The size line is checked against
 * the entries that follow; nothing is allocated from it. Values are checked and not kept.
 *
 * @throws {DataError} naming file and line.
 */
export async function readMatrixMarket(source: ByteSource): Promise<CoordinateMatrix> {
  let header: Header | undefined, size: Size | undefined;
  const budget = await readingBudget(source);
  const edges = new GrowingEdges(budget);

  await forEachLine(source, (bytes, begin, end, line) => {
    const fail: Refusal = (wanted) => {
      throw new DataError({ file: source.name, line }, {
        current: quoteBytes(bytes, begin, end),
        wanted,
        next: "write or download the file again, or convert it to a MatrixMarket coordinate file",
      });
    };
    if (header === undefined) {
      header = parseHeader(fieldsOf(bytes, begin, end), fail);
      return;
    }
    if (bytes[begin] === PERCENT) return false;
    const fields = fieldsOf(bytes, begin, end);
    if (fields.length === 0) return false;
    if (size === undefined) {
      size = parseSize(fields, header, fail);
      return;
    }
    const [row, col] = parseEntry(fields, size, fail);
    if (edges.count === size.entries) fail(`the end after ${plural(size.entries, "entry", "entries")}`);
    edges.push(row - 1, col - 1);
  });

  if (size === undefined || edges.count !== size.entries) {
    throw new DataError({ file: source.name }, {
      current: size === undefined ? "no size line" : plural(edges.count, "entry", "entries"),
      wanted: size === undefined
        ? "header and size line"
        : `${plural(size.entries, "entry", "entries")}, as the size line says`,
      next: "write or download the file again",
    });
  }
  const { rows, cols, mirrored } = size, vertices = Math.max(rows, cols);
  assertPlausibleVertices(vertices, edges.count, budget);
  const entries = { vertices, source: edges.source, target: edges.target, count: edges.count };
  return { rows, cols, entries, mirrored };
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
        current: `${plural(matrix.rows, "row")} and ${plural(matrix.cols, "column")}`,
        wanted: "a square matrix",
        next: "name a file that holds an adjacency",
      });
    }
    return { edges: matrix.entries, mirrored: matrix.mirrored, note: "" };
  },
};
