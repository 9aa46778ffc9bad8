/**
 * Division of a product whose A is transposed: parts of the terms, and stripes of the rows of the result
 * where there are few parts.
 *
 * @module
 */

/** Terms of a sum that are packed at once, as many as in `assembly/gemm.ts`. */
export const CHUNK = 128;
/** Work items of a product: more than threads, and few enough that adding their sums stays cheap. */
const ITEMS = 64;
/** Fewest terms of a sum that a part of a divided product adds. */
const PART_TERMS = 8 * CHUNK;
/** Fewest register tiles of a stripe of rows. */
const STRIPE_TILES = 8;
/** Most bytes of all partial sums together. */
const PARTIAL_BYTES = 32 * 2 ** 20;

/** Product that is divided. */
export interface DividedProduct {
  /** Register tiles that cover the rows of the result. */
  readonly tiles: number;
  /** Rows of a tile. */
  readonly tileRows: number;
  /** Terms. */
  readonly inner: number;
  /** Bytes of a row of the result. */
  readonly stride: number;
}

/** Division of a product. */
export interface TermDivision {
  /** Parts of the terms. */
  readonly parts: number;
  /** Terms of a part; the last one may have fewer. */
  readonly partTerms: number;
  /** Bytes of the sums of a part, whole tiles. */
  readonly partBytes: number;
  /** Stripes of the rows. */
  readonly stripes: number;
  /** Tiles of a stripe; the last one may have fewer. */
  readonly stripeTiles: number;
}

/** Divides a product by its shape alone, so that the sums have the same bits on any number of threads. */
export function divideTerms({ tiles, tileRows, inner, stride }: DividedProduct): TermDivision {
  const partBytes = tiles * tileRows * stride;
  const most = Math.max(1, Math.min(ITEMS, Math.floor(PARTIAL_BYTES / Math.max(1, partBytes))));
  const wanted = Math.max(1, Math.min(most, Math.ceil(inner / PART_TERMS)));
  const partTerms = Math.max(1, Math.ceil(inner / wanted / CHUNK)) * CHUNK;
  const parts = Math.ceil(inner / partTerms);
  const stripeTiles = Math.max(STRIPE_TILES, Math.ceil(tiles * Math.max(1, parts) / ITEMS));
  return { parts, partTerms, partBytes, stripes: Math.ceil(tiles / stripeTiles), stripeTiles };
}
