/**
 * Conversion of matrices to graphs for classification, several as one graph of blocks.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";

/** Columns of {@linkcode GraphBatch.features}: the degrees of rows, and those of columns. */
export const VERTEX_FEATURES = 2;

/** Batch of graphs, side by side. */
export interface GraphBatch {
  /** Number of graphs. */
  readonly graphs: number;
  /** Adjacency of all graphs, both directions, without values: one block a graph. */
  readonly adjacency: CsrMatrix;
  /** First vertex of each graph, and the total number at the end. */
  readonly offsets: Uint32Array;
  /** Features, `vertices x VERTEX_FEATURES`, row-major. */
  readonly features: Float32Array;
}

/** Ranks of the indices with a count above 0, one-based; 0 for the others. */
function ranksOf(counts: Uint32Array): { readonly rank: Uint32Array; readonly size: number } {
  const rank = new Uint32Array(counts.length);
  let size = 0;
  for (let i = 0; i < counts.length; i++) if (counts[i] > 0) rank[i] = ++size;
  return { rank, size };
}

/**
 * Makes a graph of each matrix: a vertex for each row and each column with entries, and an edge for each
 * entry. So an execution path is the same graph whether its rows and columns are numbered by themselves or
 * among all vertices. The feature of a vertex is the logarithm of one more than its degree in the path, in a
 * column of its own for rows and columns.
 */
export function batchGraphs(matrices: readonly CsrMatrix[]): GraphBatch {
  const sides = matrices.map((matrix) => {
    const rowCounts = new Uint32Array(matrix.rows), colCounts = new Uint32Array(matrix.cols);
    for (let row = 0; row < matrix.rows; row++) {
      rowCounts[row] = matrix.rowPtr[row + 1] - matrix.rowPtr[row];
      for (let e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1]; e++) colCounts[matrix.colIdx[e]]++;
    }
    return { rowCounts, colCounts, rows: ranksOf(rowCounts), cols: ranksOf(colCounts) };
  });
  const offsets = new Uint32Array(matrices.length + 1);
  sides.forEach(({ rows, cols }, g) => offsets[g + 1] = offsets[g] + rows.size + cols.size);
  const vertices = offsets[matrices.length];
  const features = new Float32Array(vertices * VERTEX_FEATURES);
  const rowPtr = new Uint32Array(vertices + 1);
  const colIdx = new Uint32Array(2 * sumOf(matrices, nnz));
  matrices.forEach((matrix, g) => {
    const { rowCounts, colCounts, rows, cols } = sides[g];
    const firstRow = offsets[g] - 1, firstCol = firstRow + rows.size;
    const announce = (counts: Uint32Array, rank: Uint32Array, { first, column }: Side) => {
      for (let i = 0; i < counts.length; i++) {
        if (counts[i] === 0) continue;
        const vertex = first + rank[i];
        rowPtr[vertex + 1] = rowPtr[vertex] + counts[i];
        features[vertex * VERTEX_FEATURES + column] = Math.log1p(counts[i]);
      }
    };
    announce(rowCounts, rows.rank, { first: firstRow, column: 0 });
    announce(colCounts, cols.rank, { first: firstCol, column: 1 });
    // Rows ascend, so that the rows of a column's entries come in order.
    const cursor = colCounts.map((count, col) => count === 0 ? 0 : rowPtr[firstCol + cols.rank[col]]);
    for (let row = 0; row < matrix.rows; row++) {
      const vertex = firstRow + rows.rank[row];
      for (let e = matrix.rowPtr[row], at = rowPtr[vertex]; e < matrix.rowPtr[row + 1]; e++) {
        const col = matrix.colIdx[e];
        colIdx[at++] = firstCol + cols.rank[col];
        colIdx[cursor[col]++] = vertex;
      }
    }
  });
  return {
    graphs: matrices.length,
    adjacency: { rows: vertices, cols: vertices, rowPtr, colIdx },
    offsets,
    features,
  };
}

/** Place of a matrix's rows or columns among the vertices of a batch. */
interface Side {
  /** Vertex before the first one: ranks count from 1. */
  readonly first: number;
  /** Column of the features. */
  readonly column: number;
}
