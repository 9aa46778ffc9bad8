/**
 * Rows of the entries of a sparse matrix.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { oncePerObject } from "../../platform/once_per_object.ts";

const entryRowsOf = oncePerObject((rowPtr: Uint32Array): Uint32Array => {
  const rows = rowPtr.length - 1, rowOf = new Uint32Array(rowPtr[rows]);
  for (let row = 0; row < rows; row++) rowOf.fill(row, rowPtr[row], rowPtr[row + 1]);
  return rowOf;
});

/** Row of each entry of a matrix; computed once per `rowPtr`, since oracles ask entry by entry. */
export function rowsOfEntries({ rowPtr }: CsrMatrix): Uint32Array {
  return entryRowsOf(rowPtr);
}
