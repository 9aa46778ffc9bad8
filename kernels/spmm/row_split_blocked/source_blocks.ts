/**
 * Blocks of sources: ranges of columns of a sparse matrix whose rows of X stay in a cache.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";

/** Share of the second cache that a block's rows of X should take. */
const CACHE_SHARE = 0.25;
/** Size of a block over the second cache beyond which blocks gain less than Y costs. */
const LARGEST = 2;
/** Fewest entries of an average row in a block: with fewer, reading and writing Y anew outweighs the gain. */
const LEAST_ENTRIES = 16;
/** Times that an average row of X is read from the cache for each time that a block is brought there. */
const LEAST_READS = 8;
/** Calls that a thread takes, so that all threads end at about the same time. */
const CALLS_A_THREAD = 8;

/**
 * Number of blocks in which a product should take the rows of X: as many as make them small beside the cache,
 * but no more than rows have entries for. 1 where X fits the cache, and where so few blocks would not fit it.
 *
 * @param xBytes Bytes of X.
 * @param cacheBytes Bytes of a core's second cache.
 */
export function sourceBlocks(matrix: CsrMatrix, xBytes: number, cacheBytes: number): number {
  if (xBytes <= cacheBytes) return 1;
  const wanted = Math.ceil(xBytes / (CACHE_SHARE * cacheBytes));
  const most = Math.floor(nnz(matrix) / (LEAST_ENTRIES * matrix.rows));
  const blocks = Math.min(wanted, most);
  return blocks > 1 && xBytes <= LARGEST * cacheBytes * blocks ? blocks : 1;
}

/**
 * Rows that a thread takes through all blocks at once: enough for a block that was brought into the cache to
 * be read often, and work for every thread. The matrix has entries.
 */
export function rowsPerCall(matrix: CsrMatrix, threads: number): number {
  const { rows, cols } = matrix;
  const worthwhile = Math.ceil(LEAST_READS * cols * rows / nnz(matrix));
  const even = Math.ceil(rows / (threads * CALLS_A_THREAD));
  return Math.min(Math.max(worthwhile, even), Math.ceil(rows / threads));
}

/**
 * Places in `colIdx` at which the rows' entries of each block begin, and behind which those of the last one
 * end: `blocks + 1` times `rows` numbers, by block and row, then `ahead` zeros. The entries stay where they
 * are, since their columns ascend within a row.
 */
export function blockOffsets(
  { rows, cols, rowPtr, colIdx }: CsrMatrix,
  blocks: number,
  ahead = 0,
): Uint32Array {
  const offsets = new Uint32Array((blocks + 1) * rows + ahead);
  for (let row = 0; row < rows; row++) {
    let entry = rowPtr[row];
    const last = rowPtr[row + 1];
    for (let block = 0; block < blocks; block++) {
      const from = Math.floor(block * cols / blocks);
      while (entry < last && colIdx[entry] < from) entry++;
      offsets[block * rows + row] = entry;
    }
    offsets[blocks * rows + row] = last;
  }
  return offsets;
}
