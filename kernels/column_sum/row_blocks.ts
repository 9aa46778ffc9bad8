/**
 * How the rows of a column sum are cut: by their number alone, so that the order of additions is the same whatever the
 * number of threads or the size of the GPU.
 *
 * @module
 */

/** Below this many rows a block is not worth a pass of its own. */
const LEAST_ROWS = 256;
/** Enough for every processor of a large GPU, few enough that their sums are added in no time. */
const MOST_BLOCKS = 256;

/** Blocks of rows: all have `blockRows`, except that the last may have fewer. */
export interface RowBlocks {
  /** Rows of a block. */
  readonly blockRows: number;
  /** How many there are; 1 where there are no rows, for its sum is 0 all the same. */
  readonly blocks: number;
}

/** Cuts `rows` rows into blocks. */
export function rowBlocks(rows: number): RowBlocks {
  const blockRows = Math.max(LEAST_ROWS, Math.ceil(rows / MOST_BLOCKS));
  return { blockRows, blocks: Math.max(1, Math.ceil(rows / blockRows)) };
}
