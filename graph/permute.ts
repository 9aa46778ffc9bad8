/**
 * Renumbering a graph and the dense rows that belong to its vertices.
 *
 * @module
 */
import { ReproError } from "../platform/errors.ts";
import { type CsrMatrix, nnz } from "./csr.ts";
import { assertPermutation, inversePermutation } from "./permutation.ts";
import { assertSquare } from "./square.ts";
import { plural } from "../platform/text/plural.ts";

/**
 * Renumbers a graph: entry (r, c) becomes (`perm[r]`, `perm[c]`). Each new row is sorted by itself, in a
 * cache: to append new columns in ascending order to all rows, though linear, takes twice as long.
 *
 * @throws {ReproError} if the matrix is not square or `perm` is not a permutation of its vertices.
 *
 * @example
 * ```ts
 * import { csrFromEdges, permuteSymmetric } from "gnn-repro/graph";
 * const graph = csrFromEdges({ vertices: 2, source: Uint32Array.of(0), target: Uint32Array.of(1) });
 * if (permuteSymmetric(graph, Uint32Array.of(1, 0)).colIdx[0] !== 1) throw new Error("vertex 0 is now 1");
 * ```
 */
export function permuteSymmetric(matrix: CsrMatrix, perm: Uint32Array): CsrMatrix {
  assertSquare(matrix, "renumber the vertices of a graph");
  const { rows, rowPtr: begins, colIdx: columns, values: given } = matrix;
  assertPermutation(perm, rows);
  const old = inversePermutation(perm);
  const rowPtr = new Uint32Array(rows + 1), colIdx = new Uint32Array(nnz(matrix));
  const values = given && new Float32Array(colIdx.length);
  // Values of one row at its new columns: only these are sorted.
  const valueAt = new Float32Array(given ? rows : 0);
  for (let r = 0, end = 0; r < rows; r++) {
    const begin = end;
    for (let e = begins[old[r]], last = begins[old[r] + 1]; e < last; e++) {
      const column = perm[columns[e]];
      colIdx[end++] = column;
      if (given) valueAt[column] = given[e];
    }
    colIdx.subarray(begin, end).sort();
    if (values) { for (let e = begin; e < end; e++) values[e] = valueAt[colIdx[e]]; }
    rowPtr[r + 1] = end;
  }
  return { rows, cols: rows, rowPtr, colIdx, ...(values && { values }) };
}

/**
 * Renumbers dense rows: row v of `features` (row-major, `width` columns) becomes row `perm[v]` of the result.
 *
 * @throws {ReproError} if `perm` is not a permutation or the lengths do not fit.
 */
export function permuteFeatures(features: Float32Array, width: number, perm: Uint32Array): Float32Array {
  assertPermutation(perm, perm.length);
  if (features.length !== perm.length * width) {
    throw new ReproError({
      action: "renumber feature rows",
      current: plural(features.length, "number"),
      wanted: `${plural(perm.length, "row")} of ${width}`,
      next: "pass the features of the graph that the permutation belongs to",
    });
  }
  const moved = new Float32Array(features.length);
  for (let v = 0; v < perm.length; v++) {
    moved.set(features.subarray(v * width, (v + 1) * width), perm[v] * width);
  }
  return moved;
}

/**
 * Renumbers the rows of a sparse matrix: row r becomes row `perm[r]`; columns keep their ids (sparse features
 * of vertices).
 *
 * @throws {ReproError} if `perm` is not a permutation of the rows.
 */
export function permuteRows(matrix: CsrMatrix, perm: Uint32Array): CsrMatrix {
  const { rows, values: old } = matrix;
  assertPermutation(perm, rows);
  const rowPtr = new Uint32Array(rows + 1);
  for (let r = 0; r < rows; r++) rowPtr[perm[r] + 1] = matrix.rowPtr[r + 1] - matrix.rowPtr[r];
  for (let r = 0; r < rows; r++) rowPtr[r + 1] += rowPtr[r];
  const colIdx = new Uint32Array(nnz(matrix));
  const values = old && new Float32Array(colIdx.length);
  for (let r = 0; r < rows; r++) {
    const [from, to, at] = [matrix.rowPtr[r], matrix.rowPtr[r + 1], rowPtr[perm[r]]];
    colIdx.set(matrix.colIdx.subarray(from, to), at);
    if (values) values.set(old.subarray(from, to), at);
  }
  return { ...matrix, rowPtr, colIdx, ...(values && { values }) };
}
