/**
 * Layout of a tiled matrix for `block_sparse.wgsl`: tile-rows in segments of bounded work, dense tiles as
 * vectors of four rows ("quads") in the order of their slices, everything else as entries by row.
 *
 * @module
 */
import { denseTiles, placedValue, type TiledMatrix } from "../../../graph/tiles.ts";
import { TILE } from "./kernel.ts";

/** Quads (vectors of four rows) in a tile's column. */
export const QUADS = TILE / 4;
/** Words of a segment: target, first tile, end of tiles, and 33 offsets of the rows' entries. */
export const SEGMENT_WORDS = 36;
/** Words of a dense tile: tile column, and five offsets of its slices' quads. */
export const TILE_WORDS = 6;

/** Arrays of a tiled matrix; offsets count from the beginning of the whole matrix, not of a chunk. */
export interface BlockSparseLayout {
  /** Number of segments; every tile-row has at least one. */
  readonly count: number;
  /** Tile-row of each segment, ascending. */
  readonly targetOf: Uint32Array;
  /** Offsets into the dense tiles, `count + 1` words. */
  readonly tileOf: Uint32Array;
  /**
   * Offsets into the entries, `32 count + 1` words: the entries of row r of segment s begin at `[32 s + r]`.
   */
  readonly entryOf: Uint32Array;
  /** Column of each entry of a sparse tile. */
  readonly colIdx: Uint32Array;
  /** Value of each entry of a sparse tile. */
  readonly values: Float32Array;
  /** Tile column of each dense tile. */
  readonly tileCol: Uint32Array;
  /** Offsets into the quads, five for each dense tile; slices that do not exist are empty. */
  readonly sliceOf: Uint32Array;
  /** Position of each quad in its slice: `8 k + row / 4`. */
  readonly quadPlace: Uint32Array;
  /** Weights, four per quad; bits 0 where no entry is stored. */
  readonly quads: Float32Array;
  /** Tiles with at least one entry. */
  readonly tiles: number;
}

/** Options of {@link layOutTiles}. */
export interface LayoutOptions {
  /** Fraction of a tile's places above which the tile is dense, from 0 to 1. */
  readonly threshold: number;
  /** Columns of a slice: 8, 16 or 32. */
  readonly slice: number;
  /**
   * Steps of the longest loop of a segment, at least 32: a dense tile takes 32, an entry of a sparse tile 1.
   */
  readonly steps: number;
}

/** Computes the segment of each tile and the tile-row of each segment. A tile is never divided. */
function cutSegments(
  tiled: TiledMatrix,
  dense: Uint8Array,
  steps: number,
): { segmentOf: Uint32Array; targetOf: Uint32Array } {
  const { tileRows, tilePtr, entryPtr, entryRow } = tiled;
  const segmentOf = new Uint32Array(dense.length);
  const targetOf: number[] = [];
  // The four rows of a quad belong to one invocation, so the quad with most entries determines the longest
  // loop.
  const used = new Uint32Array(QUADS), added = new Uint32Array(QUADS);
  for (let i = 0; i < tileRows; i++) {
    targetOf.push(i);
    used.fill(0);
    for (let t = tilePtr[i]; t < tilePtr[i + 1]; t++) {
      added.fill(dense[t] ? TILE : 0);
      if (!dense[t]) { for (let e = entryPtr[t]; e < entryPtr[t + 1]; e++) added[entryRow[e] >> 2]++; }
      let longest = 0, before = 0;
      for (let q = 0; q < QUADS; q++) {
        longest = Math.max(longest, used[q] + added[q]);
        before = Math.max(before, used[q]);
      }
      if (before > 0 && longest > steps) {
        targetOf.push(i);
        used.fill(0);
      }
      for (let q = 0; q < QUADS; q++) used[q] += added[q];
      segmentOf[t] = targetOf.length - 1;
    }
  }
  return { segmentOf, targetOf: Uint32Array.from(targetOf) };
}

/** Collects the entries of sparse tiles by segment and row, columns ascending, by a counting sort. */
function sparseEntries(
  tiled: TiledMatrix,
  dense: Uint8Array,
  segmentOf: Uint32Array,
  count: number,
): Pick<BlockSparseLayout, "entryOf" | "colIdx" | "values"> {
  const { entryPtr, entryRow, entryCol, tileCol, values: given } = tiled;
  const entryOf = new Uint32Array(TILE * count + 1);
  for (let t = 0; t < dense.length; t++) {
    if (dense[t]) continue;
    for (let e = entryPtr[t]; e < entryPtr[t + 1]; e++) entryOf[TILE * segmentOf[t] + entryRow[e] + 1]++;
  }
  for (let row = 0; row < TILE * count; row++) entryOf[row + 1] += entryOf[row];
  const next = entryOf.slice();
  const colIdx = new Uint32Array(entryOf[TILE * count]), values = new Float32Array(colIdx.length);
  for (let t = 0; t < dense.length; t++) {
    if (dense[t]) continue;
    for (let e = entryPtr[t]; e < entryPtr[t + 1]; e++) {
      const to = next[TILE * segmentOf[t] + entryRow[e]]++;
      colIdx[to] = TILE * tileCol[t] + entryCol[e];
      values[to] = given[e];
    }
  }
  return { entryOf, colIdx, values };
}

/** Collects the non-zero quads of dense tiles, slice by slice. */
function denseQuads(
  tiled: TiledMatrix,
  dense: Uint8Array,
  slice: number,
): Pick<BlockSparseLayout, "sliceOf" | "quadPlace" | "quads"> {
  const { entryPtr, entryRow, entryCol, values } = tiled;
  const places = TILE * QUADS;
  // 1 + the last tile with an entry in a place, and the quad of that place.
  const seen = new Uint32Array(places), quadAt = new Uint32Array(places);
  const placeOf = (e: number) => QUADS * entryCol[e] + (entryRow[e] >> 2);
  let count = 0, tiles = 0;
  for (let t = 0; t < dense.length; t++) {
    if (!dense[t]) continue;
    tiles++;
    for (let e = entryPtr[t]; e < entryPtr[t + 1]; e++) {
      if (seen[placeOf(e)] === t + 1) continue;
      seen[placeOf(e)] = t + 1;
      count++;
    }
  }
  const sliceOf = new Uint32Array(5 * tiles);
  const quadPlace = new Uint32Array(count), quads = new Float32Array(4 * count);
  const sliceQuads = slice * QUADS;
  let quad = 0, tile = 0;
  for (let t = 0; t < dense.length; t++) {
    if (!dense[t]) continue;
    seen.fill(0);
    for (let e = entryPtr[t]; e < entryPtr[t + 1]; e++) seen[placeOf(e)] = 1;
    sliceOf[5 * tile] = quad;
    for (let part = 0; part < 4; part++) {
      const end = Math.min(places, (part + 1) * sliceQuads);
      for (let place = part * sliceQuads; place < end; place++) {
        if (seen[place] === 0) continue;
        quadAt[place] = quad;
        quadPlace[quad++] = place % sliceQuads;
      }
      sliceOf[5 * tile + part + 1] = quad;
    }
    for (let e = entryPtr[t]; e < entryPtr[t + 1]; e++) {
      quads[4 * quadAt[placeOf(e)] + (entryRow[e] & 3)] = placedValue(values[e]);
    }
    tile++;
  }
  return { sliceOf, quadPlace, quads };
}

/**
 * Lays out a tiled matrix, in time linear in entries and tiles.
 *
 * @throws {UsageError} if the threshold is not from 0 to 1.
 */
export function layOutTiles(
  tiled: TiledMatrix,
  { threshold, slice, steps }: LayoutOptions,
): BlockSparseLayout {
  const dense = denseTiles(tiled, threshold);
  const { segmentOf, targetOf } = cutSegments(tiled, dense, steps);
  const count = targetOf.length;
  const tileOf = new Uint32Array(count + 1);
  for (let t = 0; t < dense.length; t++) if (dense[t]) tileOf[segmentOf[t] + 1]++;
  for (let s = 0; s < count; s++) tileOf[s + 1] += tileOf[s];
  return {
    count,
    targetOf,
    tileOf,
    ...sparseEntries(tiled, dense, segmentOf, count),
    tileCol: tiled.tileCol.filter((_, t) => dense[t] === 1),
    ...denseQuads(tiled, dense, slice),
    tiles: dense.length,
  };
}
