/**
 * What the group-size rules see of a matrix.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";

/** A graph, or an execution path, in numbers. */
export interface GraphFeatures {
  /** V: rows with at least one entry; all rows of a path. */
  readonly vertices: number;
  /** E: stored entries, each direction of an undirected edge counted. */
  readonly edges: number;
  /** E / V; 0 where there is no edge. */
  readonly averageDegree: number;
  /** dim: columns of the features that are aggregated. */
  readonly width: number;
}

/**
 * The features of a matrix whose product with `width` columns is to be grouped, as eppgcn's public code
 * counts them.
 */
export function graphFeatures(matrix: CsrMatrix, width: number): GraphFeatures {
  const { rows, rowPtr } = matrix;
  let vertices = 0;
  for (let row = 0; row < rows; row++) if (rowPtr[row + 1] > rowPtr[row]) vertices++;
  const edges = nnz(matrix);
  return { vertices, edges, averageDegree: vertices === 0 ? 0 : edges / vertices, width };
}
