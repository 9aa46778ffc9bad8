/**
 * Union of the entries of two matrices.
 *
 * @module
 */
import { assertEntries, type CsrMatrix, nnz } from "./csr.ts";

/**
 * Merges the entries of two matrices without values that have no entry in common and the same shape, in time
 * linear in rows and entries.
 *
 * @throws {OutOfMemoryError} where they have 2^32 entries or more.
 *
 * @example
 * ```ts
 * import { csrFromEdges } from "gnn-repro";
 * import { disjointUnion } from "./union.ts";
 * const row = (column: number) =>
 *   csrFromEdges({ vertices: 3, source: Uint32Array.of(column), target: Uint32Array.of(0) });
 * if (disjointUnion(row(2), row(1)).colIdx.join() !== "1,2") throw new Error("both entries, ascending");
 * ```
 */
export function disjointUnion(a: CsrMatrix, b: CsrMatrix): CsrMatrix {
  assertEntries("merge two matrices", nnz(a) + nnz(b));
  const { rows, cols } = a, rowPtr = new Uint32Array(rows + 1), colIdx = new Uint32Array(nnz(a) + nnz(b));
  let at = 0;
  for (let r = 0, i = 0, j = 0; r < rows; r++) {
    const endA = a.rowPtr[r + 1], endB = b.rowPtr[r + 1];
    while (i < endA && j < endB) {
      colIdx[at++] = a.colIdx[i] < b.colIdx[j] ? a.colIdx[i++] : b.colIdx[j++];
    }
    while (i < endA) colIdx[at++] = a.colIdx[i++];
    while (j < endB) colIdx[at++] = b.colIdx[j++];
    rowPtr[r + 1] = at;
  }
  return { rows, cols, rowPtr, colIdx };
}
