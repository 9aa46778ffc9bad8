/**
 * Which entry of a sparse matrix each entry of its transpose is.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../graph/csr.ts";

/**
 * For each entry of `transpose(matrix)`, in its order, the place of the same entry in `matrix`: numbers of entries that change
 * can follow, where the transpose itself is computed once.
 */
export function transposedEntries({ rows, cols, rowPtr, colIdx }: CsrMatrix): Uint32Array {
  const cursor = new Uint32Array(cols + 1);
  for (const col of colIdx) cursor[col + 1]++;
  for (let c = 0; c < cols; c++) cursor[c + 1] += cursor[c];
  const order = new Uint32Array(nnz({ rows, cols, rowPtr, colIdx }));
  for (let e = 0; e < order.length; e++) order[cursor[colIdx[e]]++] = e;
  return order;
}
