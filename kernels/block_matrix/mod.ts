/**
 * Aggregation matrices of sampled blocks, and their transposes, computed on an adapter.
 *
 * @module
 */
export { type BlockMatrix, type BlockMatrixKind, matrixBounds, planBlockMatrix } from "./block_matrix.ts";
