/**
 * Division of the rows of a column sum into blocks. It depends on the number of rows alone, so that the order
 * of additions is the same for any number of threads and any size of GPU.
 *
 * @module
 */

/**
 * Least rows of a block, and divisor of all others but the last: with fewer a second pass costs more than it
 * saves. It is a multiple of the rows of register tiles (6 and 14) and of 16, so that blocks begin where
 * other operations' work begins and their work can be interleaved.
 */
const LEAST_ROWS = 336;
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
  const blockRows = LEAST_ROWS * Math.max(1, Math.ceil(rows / (MOST_BLOCKS * LEAST_ROWS)));
  return { blockRows, blocks: Math.max(1, Math.ceil(rows / blockRows)) };
}
