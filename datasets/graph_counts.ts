/**
 * Counts of a graph.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../graph/csr.ts";
import { isSymmetric } from "../graph/symmetry.ts";
import type { GraphCounts } from "./dataset.ts";

/** Counts vertices, stored edges, and undirected edges: of two entries with swapped ends one. */
export function countGraph(graph: CsrMatrix): GraphCounts {
  const { rows, rowPtr, colIdx } = graph, storedEdges = nnz(graph);
  let loops = 0, twins = 0;
  const counts = () => ({ vertices: rows, storedEdges, undirectedEdges: storedEdges - loops - twins / 2 });
  if (rows === graph.cols && isSymmetric({ rows, cols: rows, rowPtr, colIdx })) {
    for (let row = 0; row < rows; row++) {
      for (let e = rowPtr[row]; e < rowPtr[row + 1]; e++) if (colIdx[e] === row) loops++;
    }
    twins = storedEdges - loops;
    return counts();
  }
  // One cursor a row: as rows ascend, so do the columns in which row r is looked for.
  const cursor = rowPtr.slice(0, rows);
  for (let row = 0; row < rows; row++) {
    for (let e = rowPtr[row]; e < rowPtr[row + 1]; e++) {
      const col = colIdx[e];
      if (col === row) loops++;
      else {
        while (cursor[col] < rowPtr[col + 1] && colIdx[cursor[col]] < row) cursor[col]++;
        if (cursor[col] < rowPtr[col + 1] && colIdx[cursor[col]] === row) twins++;
      }
    }
  }
  return counts();
}
