/**
 * Division of the rows of a column sum into blocks. It depends on the number of rows alone, so that the order
 * of additions is the same for any number of threads and any size of GPU.
 *
 * @module
 */

/** Least rows of a block: with fewer a second pass costs more than it saves. */
const LEAST_ROWS = 256;
/**
 * Most blocks: enough for every processor of a large GPU, few enough that adding their sums takes negligible
 * time.
 */
const MOST_BLOCKS = 256;

/** Blocks of `blockRows` rows each, except that the last may have fewer. */
export interface RowBlocks {
  /** Rows of a block. */
  readonly blockRows: number;
  /** Number of blocks; 1 where there are no rows, whose sum of 0 has to be written too. */
  readonly blocks: number;
}

/** Divides `rows` rows into blocks. */
export function blocksOf(rows: number): RowBlocks {
  const blockRows = Math.max(LEAST_ROWS, Math.ceil(rows / MOST_BLOCKS));
  return { blockRows, blocks: Math.max(1, Math.ceil(rows / blockRows)) };
}
