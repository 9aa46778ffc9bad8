/**
 * Transposition of a sparse matrix: in-neighbours become out-neighbours.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "./csr.ts";

/**
 * The transpose, values included, in time linear in rows, columns and entries. Walking the rows in ascending
 * order leaves the new columns sorted without a sort.
 *
 * @example
 * ```ts
 * import { csrFromEdges, transpose } from "gnn-repro/graph";
 * const graph = csrFromEdges({ vertices: 2, source: Uint32Array.of(0), target: Uint32Array.of(1) });
 * if (transpose(graph).rowPtr.join() !== "0,1,1") throw new Error("the entry belongs to row 0");
 * ```
 */
export function transpose(matrix: CsrMatrix): CsrMatrix {
  const { rows, cols, rowPtr: begins, colIdx: columns, values } = matrix;
  const entries = nnz(matrix);
  const rowPtr = new Uint32Array(cols + 1);
  for (let e = 0; e < entries; e++) rowPtr[columns[e] + 1]++;
  for (let c = 0; c < cols; c++) rowPtr[c + 1] += rowPtr[c];
  const cursor = rowPtr.slice(0, cols);
  const colIdx = new Uint32Array(entries);
  if (!values) {
    for (let r = 0; r < rows; r++) {
      for (let e = begins[r], end = begins[r + 1]; e < end; e++) colIdx[cursor[columns[e]]++] = r;
    }
    return { rows: cols, cols: rows, rowPtr, colIdx };
  }
  const moved = new Float32Array(entries);
  for (let r = 0; r < rows; r++) {
    for (let e = begins[r], end = begins[r + 1]; e < end; e++) {
      const at = cursor[columns[e]]++;
      colIdx[at] = r;
      moved[at] = values[e];
    }
  }
  return { rows: cols, cols: rows, rowPtr, colIdx, values: moved };
}
