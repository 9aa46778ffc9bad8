/**
 * Features of a matrix that group-size rules read.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";

/** Numeric features of a graph or an execution path. */
export interface GraphFeatures {
  /** Number of vertices V: rows with at least one entry; all rows of a path. */
  readonly vertices: number;
  /** Number of edges E: stored entries, each direction of an undirected edge counted. */
  readonly edges: number;
  /** Average degree E / V; 0 where there are no edges. */
  readonly averageDegree: number;
  /** Feature width dim: columns of the features that are aggregated. */
  readonly width: number;
}

/**
 * Computes the features of a matrix whose product with `width` columns is to be grouped, as eppgcn's public
 * code counts them.
 */
export function graphFeatures(matrix: CsrMatrix, width: number): GraphFeatures {
  const { rows, rowPtr } = matrix;
  let vertices = 0;
  for (let row = 0; row < rows; row++) if (rowPtr[row + 1] > rowPtr[row]) vertices++;
  const edges = nnz(matrix);
  return { vertices, edges, averageDegree: vertices === 0 ? 0 : edges / vertices, width };
}
