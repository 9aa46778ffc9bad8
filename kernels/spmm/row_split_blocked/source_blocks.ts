/**
 * Blocks of sources: ranges of columns of a sparse matrix whose rows of X stay in a cache.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";

/** Share of the second cache that a block's rows of X take. */
const CACHE_SHARE = 0.25;
/** Fewest entries of an average row in a block: below, reading and writing Y anew costs more than it saves. */
const LEAST_ENTRIES = 16;

/**
 * Number of blocks in which a product should take the rows of X; 1 where they fit the cache, and where a row
 * has too few entries for so many blocks.
 *
 * @param xBytes Bytes of X.
 * @param cacheBytes Bytes of a core's second cache.
 */
export function sourceBlocks(matrix: CsrMatrix, xBytes: number, cacheBytes: number): number {
  const blocks = Math.ceil(xBytes / (CACHE_SHARE * cacheBytes));
  return blocks > 1 && nnz(matrix) >= LEAST_ENTRIES * matrix.rows * blocks ? blocks : 1;
}

/**
 * Places in `colIdx` at which the rows' entries pass from one block into the next: `blocks - 1` times `rows`
 * numbers, by inner bound and row. The entries stay where they are, since their columns ascend within a row.
 */
export function blockOffsets({ rows, cols, rowPtr, colIdx }: CsrMatrix, blocks: number): Uint32Array {
  const offsets = new Uint32Array((blocks - 1) * rows);
  for (let row = 0; row < rows; row++) {
    let entry = rowPtr[row];
    const last = rowPtr[row + 1];
    for (let inner = 1; inner < blocks; inner++) {
      const bound = Math.floor(inner * cols / blocks);
      while (entry < last && colIdx[entry] < bound) entry++;
      offsets[(inner - 1) * rows + row] = entry;
    }
  }
  return offsets;
}
