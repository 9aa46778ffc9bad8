/**
 * Clustering of the entries of a matrix: along its rows, and in tiles.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import { tileGrid } from "../../../graph/tiles.ts";

const TILE_SIDE = 32;

/**
 * Mean distance between neighbouring column ids of a row: small where a row's sources lie together in
 * memory.
 */
export function meanColumnGap({ rowPtr, colIdx }: Pick<CsrMatrix, "rowPtr" | "colIdx">): number {
  let sum = 0, count = 0;
  for (let row = 0; row + 1 < rowPtr.length; row++) {
    const entries = rowPtr[row + 1] - rowPtr[row];
    if (entries < 2) continue;
    sum += colIdx[rowPtr[row + 1] - 1] - colIdx[rowPtr[row]];
    count += entries - 1;
  }
  return count === 0 ? 0 : sum / count;
}

/** Share of the entries that lie in the two diagonal blocks of a matrix cut in half. */
export function diagonalShare(matrix: CsrMatrix): number {
  const { rows, rowPtr, colIdx } = matrix, half = Math.ceil(rows / 2);
  let inside = 0;
  for (let row = 0; row < rows; row++) {
    for (let e = rowPtr[row]; e < rowPtr[row + 1]; e++) if ((row < half) === (colIdx[e] < half)) inside++;
  }
  return inside / Math.max(1, nnz(matrix));
}

/** Variance of the share of places that are stored entries, over all 32 x 32 tiles, empty ones too. */
export function tileDensityVariance(matrix: CsrMatrix): number {
  const tiles = Math.ceil(matrix.rows / TILE_SIDE) * Math.ceil(matrix.cols / TILE_SIDE);
  const { entryPtr } = tileGrid(matrix), area = TILE_SIDE ** 2;
  let squares = 0;
  for (let tile = 0; tile + 1 < entryPtr.length; tile++) {
    squares += ((entryPtr[tile + 1] - entryPtr[tile]) / area) ** 2;
  }
  return squares / tiles - (nnz(matrix) / area / tiles) ** 2;
}
