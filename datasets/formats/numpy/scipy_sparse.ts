/**
 * SciPy's sparse matrices in an archive of arrays, as `scipy.sparse.save_npz` and collections of graphs write
 * them.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import { assertFree } from "../../../platform/available_memory.ts";
import { DataError } from "../../../platform/errors.ts";
import { readAllBytes } from "../bytes/byte_source.ts";
import { MAX_VERTEX_ID, type ReadEdges } from "../edges/growing_edges.ts";
import { readNpy, readNpyHeader } from "./npy.ts";
import type { Npz } from "./npz.ts";
import { readingBudget } from "../bytes/reading_budget.ts";
import { plural } from "../../../platform/text/plural.ts";
import { assertPlausibleVertices, assertPlausibleWidth } from "../edges/plausible_sizes.ts";

/** Greatest number of entries, which are counted in 32 bits. */
const MAX_ENTRIES = 2 ** 32 - 1;

/** Error in one of the archive's arrays. */
function damaged(
  { name }: Npz,
  array: string,
  { next = "write or download the file again, or save the matrix anew by scipy.sparse.save_npz", ...state }: {
    readonly current: string;
    readonly wanted: string;
    readonly next?: string;
  },
): DataError {
  return new DataError({ file: name, key: array }, { ...state, next });
}

/** Error for a matrix that is no graph. */
function notSquare(npz: Npz, prefix: string, rows: number, cols: number): DataError {
  const current = `a matrix of ${rows} x ${cols}`, next = "name a file that holds an adjacency";
  return damaged(npz, `${prefix}shape`, { current, wanted: "a square matrix", next });
}

async function readShape(npz: Npz, prefix: string): Promise<[rows: number, cols: number]> {
  const { values } = await readNpy(npz.array(`${prefix}shape`), "uint32", 4);
  if (values.length !== 2 || Math.max(...values) > MAX_VERTEX_ID) {
    throw damaged(npz, `${prefix}shape`, {
      current: `a shape of ${plural(values.length, "number")}`,
      wanted: "rows and columns, 32-bit",
    });
  }
  return [values[0], values[1]];
}

/** Greatest length of an array with the name of a format. */
const MAX_FORMAT_BYTES = 1024;

/**
 * Reads the name of a matrix's format; collections of graphs leave it out and pack CSR.
 *
 * @throws {DataError} if the name is not in `wanted`.
 */
async function readFormat<Name extends "csr" | "csc" | "coo">(
  npz: Npz,
  prefix: string,
  wanted: readonly Name[],
): Promise<Name> {
  const array = `${prefix}format`;
  let name = npz.has(`${prefix}row`) ? "coo" : "csr";
  if (npz.has(array)) {
    const { dataOffset } = await readNpyHeader(npz.array(array));
    const bytes = (await readAllBytes(npz.array(array), MAX_FORMAT_BYTES)).subarray(dataOffset);
    // Older versions of SciPy write UTF-32: its zeros are left out.
    name = String.fromCharCode(...bytes.filter((byte) => byte !== 0));
  }
  const known = wanted.find((each) => each === name);
  if (known !== undefined) return known;
  throw new DataError({ file: npz.name, key: array }, {
    current: `a matrix in the format ${JSON.stringify(name.slice(0, 40))}`,
    wanted: wanted.join(", "),
    next: "save matrix.tocsr() in its place",
  });
}

/** Reads offsets and columns of a CSR matrix, and checks that they fit each other and the shape. */
async function readPattern(
  npz: Npz,
  prefix: string,
): Promise<{ rows: number; cols: number; indptr: Uint32Array; indices: Uint32Array }> {
  const [rows, cols] = await readShape(npz, prefix);
  const { values: indptr } = await readNpy(npz.array(`${prefix}indptr`), "uint32", rows + 1);
  const { values: indices } = await readNpy(npz.array(`${prefix}indices`), "uint32", MAX_ENTRIES);
  if (indptr.length !== rows + 1 || indptr[0] !== 0 || indptr[rows] !== indices.length) {
    throw damaged(npz, `${prefix}indptr`, {
      current: `${plural(indptr.length, "offset")} for ${plural(rows, "row")} and ${
        plural(indices.length, "entry", "entries")
      }`,
      wanted: "fitting arrays",
    });
  }
  for (let r = 0; r < rows; r++) {
    if (indptr[r + 1] < indptr[r]) {
      throw damaged(npz, `${prefix}indptr[${r + 1}]`, {
        current: `row ${r} ending before it begins`,
        wanted: "ascending offsets",
      });
    }
  }
  for (let e = 0; e < indices.length; e++) {
    if (indices[e] >= cols) {
      throw damaged(npz, `${prefix}indices[${e}]`, {
        current: `column ${indices[e]}`,
        wanted: `columns below ${cols}`,
      });
    }
  }
  return { rows, cols, indptr, indices };
}

/**
 * Reads the pattern of a square matrix as edges from row to column: `row` and `col` (COO) or `indptr` and
 * `indices` (CSR, CSC), each name after `prefix`. Values are not read.
 *
 * @throws {DataError} if arrays are missing, do not fit together or hold values that are not ids, or the
 * matrix has another format.
 */
export async function readSparsePattern(npz: Npz, prefix: string = ""): Promise<ReadEdges> {
  const format = await readFormat(npz, prefix, ["csr", "csc", "coo"]);
  const [rows, cols] = await readShape(npz, prefix);
  if (rows !== cols) throw notSquare(npz, prefix, rows, cols);
  if (format === "coo") {
    const { values: source } = await readNpy(npz.array(`${prefix}row`), "uint32", MAX_ENTRIES);
    const { values: target } = await readNpy(npz.array(`${prefix}col`), "uint32", MAX_ENTRIES);
    if (source.length !== target.length) {
      throw damaged(npz, `${prefix}col`, {
        current: `${plural(target.length, "column")} of entries`,
        wanted: `${source.length}, as many as their rows`,
      });
    }
    for (let e = 0; e < source.length; e++) {
      if (source[e] >= rows || target[e] >= rows) {
        throw damaged(npz, `${prefix}row[${e}]`, {
          current: `the entry (${source[e]}, ${target[e]})`,
          wanted: `ids below ${rows}`,
        });
      }
    }
    assertPlausibleVertices(rows, source.length, await readingBudget(npz.array(`${prefix}row`)));
    return { vertices: rows, source, target, count: source.length };
  }
  const { indptr, indices } = await readPattern(npz, prefix);
  assertFree(`read ${npz.name}`, indices.byteLength, `the rows of ${indices.length} entries`);
  const listing = new Uint32Array(indices.length);
  for (let r = 0; r < rows; r++) listing.fill(r, indptr[r], indptr[r + 1]);
  // CSC is CSR of the transpose.
  const [source, target] = format === "csc" ? [indices, listing] : [listing, indices];
  return { vertices: rows, source, target, count: indices.length };
}

/**
 * Reads the number of columns of a CSR matrix with a row a vertex, from its shape and the header of its
 * arrays alone.
 *
 * @throws {DataError} if the matrix has another number of rows.
 */
export async function readSparseWidth(npz: Npz, prefix: string, vertices: number): Promise<number> {
  const indices = npz.array(`${prefix}indices`);
  const [rows, width] = await readShape(npz, prefix);
  if (rows !== vertices) {
    throw damaged(npz, `${prefix}shape`, {
      current: plural(rows, "row"),
      wanted: `${vertices}, one a vertex`,
    });
  }
  assertPlausibleWidth(width, (await readNpyHeader(indices)).count, await readingBudget(indices));
  return width;
}

/**
 * Reads a CSR matrix with its values; columns are sorted within each row.
 *
 * @throws {DataError} as {@link readSparsePattern}, and if a column occurs twice in a row or a value is not
 * finite.
 */
export async function readSparseMatrix(npz: Npz, prefix: string): Promise<CsrMatrix> {
  await readFormat(npz, prefix, ["csr"]);
  const { rows, cols, indptr, indices } = await readPattern(npz, prefix);
  const { values: data } = await readNpy(npz.array(`${prefix}data`), "float32", indices.length);
  if (data.length !== indices.length) {
    throw damaged(npz, `${prefix}data`, {
      current: `${plural(data.length, "value")} for ${plural(indices.length, "entry", "entries")}`,
      wanted: "as many of the one as of the other",
    });
  }
  assertFree(`read ${npz.name}`, 2 * indices.byteLength, `${indices.length} entries in the order of columns`);
  const colIdx = new Uint32Array(indices.length), values = new Float32Array(indices.length);
  for (let r = 0; r < rows; r++) {
    const begin = indptr[r], end = indptr[r + 1];
    const order = Array.from({ length: end - begin }, (_, i) => begin + i).sort((a, b) =>
      indices[a] - indices[b]
    );
    for (let i = 0; i < order.length; i++) {
      const at = begin + i;
      colIdx[at] = indices[order[i]];
      values[at] = data[order[i]];
      if (i > 0 && colIdx[at] === colIdx[at - 1]) {
        throw damaged(npz, `${prefix}indices[${order[i]}]`, {
          current: `column ${colIdx[at]} twice in row ${r}`,
          wanted: "each column once a row",
        });
      }
    }
  }
  return { rows, cols, rowPtr: indptr, colIdx, values };
}
