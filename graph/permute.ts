/**
 * Renumbering a graph and the dense rows that belong to its vertices.
 *
 * @module
 */
import { ReproError } from "../platform/errors.ts";
import { type CsrMatrix, nnz } from "./csr.ts";
import { assertPermutation, inversePermutation } from "./permutation.ts";
import { assertSquare } from "./square.ts";
import { transpose } from "./transpose.ts";

/**
 * Renumbers a graph: entry (r, c) becomes (`perm[r]`, `perm[c]`). Linear time: new columns are walked in
 * ascending order and appended to their rows, which leaves every row sorted.
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
  const { rows } = matrix;
  assertPermutation(perm, rows);
  const old = inversePermutation(perm);
  const rowPtr = new Uint32Array(rows + 1);
  for (let r = 0; r < rows; r++) {
    rowPtr[r + 1] = rowPtr[r] + matrix.rowPtr[old[r] + 1] - matrix.rowPtr[old[r]];
  }
  const cursor = rowPtr.slice(0, rows);
  const colIdx = new Uint32Array(nnz(matrix));
  const columns = transpose(matrix);
  const values = columns.values && new Float32Array(colIdx.length);
  for (let c = 0; c < rows; c++) {
    for (let e = columns.rowPtr[old[c]]; e < columns.rowPtr[old[c] + 1]; e++) {
      const at = cursor[perm[columns.colIdx[e]]]++;
      colIdx[at] = c;
      if (values) values[at] = columns.values![e];
    }
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
      current: `${features.length} numbers`,
      wanted: `${perm.length} rows of ${width}`,
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
