/**
 * Order of a transpose's entries in the sparse matrix itself.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../graph/csr.ts";

/**
 * Computes the place in `matrix` of each entry of `transpose(matrix)`, in its order: numbers of entries that
 * change can be reordered, where the transpose itself is computed once.
 */
export function transposedEntries({ rows, cols, rowPtr, colIdx }: CsrMatrix): Uint32Array {
  const cursor = new Uint32Array(cols + 1);
  for (const col of colIdx) cursor[col + 1]++;
  for (let c = 0; c < cols; c++) cursor[c + 1] += cursor[c];
  const order = new Uint32Array(nnz({ rows, cols, rowPtr, colIdx }));
  for (let e = 0; e < order.length; e++) order[cursor[colIdx[e]]++] = e;
  return order;
}
