/**
 * Shape of the tiles of kernel `register-tiled`, chosen from the columns of the result.
 *
 * @module
 */

/** Tile of a workgroup. */
export interface TileShape {
  /** Invocations along a row; each computes 8 columns. */
  readonly lanes: number;
  /** Invocations along a column; each computes 8 rows. */
  readonly parts: number;
  /** Terms staged at once. */
  readonly depth: number;
  /** Vectors of four columns from one staged term of B to the next: those of a tile, to a multiple of 8. */
  readonly bStride: number;
  /** Blocks of 4 x 4 that an invocation stages of a slice, at most. */
  readonly blocks: number;
  /** Bytes of one slice of A and B in workgroup memory. */
  readonly sliceBytes: number;
}

/** Most columns of a tile, and most invocations along a row. */
const WIDEST = 128, MOST_LANES = 16;
/** Fewest invocations along a row: below, each would stage more blocks than its registers hold. */
const FEWEST_LANES = 2;

/**
 * Tile for a number of columns: as few tiles side by side as hold them, none wider than 128, all equally wide
 * in steps of 8, so that 16, 40 or 47 columns take 16, 40 or 48, and 200 take 104 twice. A tile of up to 64
 * columns is 256 rows high and stages 8 terms at once, a wider one 128 rows and 16 terms: either way a slice
 * fits into 16 KiB, the workgroup memory that every adapter has.
 *
 * @example
 * ```ts
 * import { tileShape } from "./tile_shape.ts";
 * const { lanes, parts } = tileShape(47);
 * if (8 * lanes !== 48 || 8 * parts !== 256) throw new Error("256 x 48");
 * ```
 */
export function tileShape(cols: number): TileShape {
  const across = Math.max(1, Math.ceil(cols / WIDEST));
  const lanes = Math.max(FEWEST_LANES, Math.ceil(cols / across / 8));
  const isNarrow = lanes <= MOST_LANES / 2;
  const parts = isNarrow ? 32 : 16, depth = isNarrow ? 8 : 16;
  const bStride = Math.ceil(lanes / 4) * 8;
  return {
    lanes,
    parts,
    depth,
    bStride,
    blocks: Math.ceil(depth / 4 * 2 * (parts + lanes) / (lanes * parts)),
    sliceBytes: 16 * depth * (2 * parts + bStride),
  };
}
