/**
 * Rows of the entries of a sparse matrix.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";

const rowsOf = new WeakMap<Uint32Array, Uint32Array>();

/** Row of each entry of a matrix; computed once per `rowPtr`, since oracles ask entry by entry. */
export function entryRows(matrix: CsrMatrix): Uint32Array {
  return rowsOf.getOrInsertComputed(matrix.rowPtr, (rowPtr) => {
    const rowOf = new Uint32Array(nnz(matrix));
    for (let row = 0; row < matrix.rows; row++) rowOf.fill(row, rowPtr[row], rowPtr[row + 1]);
    return rowOf;
  });
}
