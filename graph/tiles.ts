/**
 * Tiles of 32 x 32 of a sparse matrix, and their fill: the structure that a tile-adaptive kernel works on.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import type { CsrMatrix } from "./csr.ts";
import { transpose } from "./transpose.ts";

/** Number of rows and columns of a tile (hetu-gnn, Algorithm 3). */
const TILE_SIZE = 32;

/** Entries of a tile that is full. */
const TILE_AREA = TILE_SIZE * TILE_SIZE;

/**
 * Grid of tiles: the non-empty tiles of a matrix, with their numbers of entries. The matrix is padded with
 * zeros to whole tiles.
 */
export interface TileGrid {
  /** Number of tile-rows: `ceil(rows / 32)`. */
  readonly tileRows: number;
  /** Number of tile-columns: `ceil(cols / 32)`. */
  readonly tileCols: number;
  /**
   * `tileRows + 1` offsets: the tiles of tile-row i are `[tilePtr[i], tilePtr[i + 1])`; empty tiles are
   * absent.
   */
  readonly tilePtr: Uint32Array;
  /** Tile column of each tile, ascending within a tile-row. */
  readonly tileCol: Uint32Array;
  /** One offset more than tiles: tile t holds the entries `[entryPtr[t], entryPtr[t + 1])`. */
  readonly entryPtr: Uint32Array;
}

/** A matrix stored tile by tile, the entries of a tile row by row. */
export interface TiledMatrix extends TileGrid {
  /** Row of each entry within its tile, 0 to 31. */
  readonly entryRow: Uint8Array;
  /** Column of each entry within its tile, 0 to 31. */
  readonly entryCol: Uint8Array;
  /** Value of each entry; 1 where the matrix has none. */
  readonly values: Float32Array;
}

/** The tiles of one bin of a {@link fillHistogram}: those with `over < entries / 1024 <= upTo`. */
export interface FillBin {
  /** Lower bound of the fill, exclusive. */
  readonly over: number;
  /** Upper bound of the fill, inclusive. */
  readonly upTo: number;
  /** Tiles in the bin. */
  readonly tiles: number;
  /** Entries in these tiles. */
  readonly nnz: number;
}

/** Dense tiles of a matrix at a density threshold. */
export interface DenseShare {
  /** Tiles with at least one entry. */
  readonly tiles: number;
  /** Tiles above the threshold. */
  readonly denseTiles: number;
  /** Share of all entries that lie in dense tiles, from 0 to 1; 0 for a matrix without entries. */
  readonly denseNnzShare: number;
}

/**
 * Upper bounds of the fill bins: 1-2-5 steps, so that the thresholds of hetu-gnn's Table 5 (2, 5 and 10 %)
 * are bin bounds; a tile with one entry is the first bin.
 */
const FILL_BOUNDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1] as const;

/**
 * Builds the grid of non-empty tiles with their numbers of entries, without a copy of the entries. Linear in
 * entries, tile rows and tile columns: the tiles of a tile-row are found as its entries come, and two
 * transpositions sort them.
 *
 * @example
 * ```ts
 * import { csrFromEdges, tileGrid } from "gnn-repro/graph";
 * const graph = csrFromEdges({ vertices: 40, source: Uint32Array.of(39, 1), target: Uint32Array.of(0, 0) });
 * const { tileCol, tilePtr } = tileGrid(graph);
 * if (tileCol.join() !== "0,1" || tilePtr.join() !== "0,2,2") {
 *   throw new Error("two tiles, both in the first row");
 * }
 * ```
 */
export function tileGrid(matrix: CsrMatrix): TileGrid {
  const { rows, cols, rowPtr, colIdx } = matrix;
  const tileRows = Math.ceil(rows / TILE_SIZE), tileCols = Math.ceil(cols / TILE_SIZE);
  const tilePtr = new Uint32Array(tileRows + 1);
  // `seen[c] = i + 1` once tile-row i has a tile in column c: as tile-rows ascend, no mark needs to be
  // removed.
  const seen = new Uint32Array(tileCols);
  let found = new Uint32Array(Math.max(tileRows, 16));
  let tiles = 0;
  for (let i = 0; i < tileRows; i++) {
    const end = rowPtr[Math.min(rows, (i + 1) * TILE_SIZE)];
    for (let e = rowPtr[i * TILE_SIZE]; e < end; e++) {
      const c = colIdx[e] >>> 5;
      if (seen[c] === i + 1) continue;
      seen[c] = i + 1;
      if (tiles === found.length) {
        const longer = new Uint32Array(Math.min(2 * tiles, rowPtr[rows]));
        longer.set(found);
        found = longer;
      }
      found[tiles++] = c;
    }
    tilePtr[i + 1] = tiles;
  }
  const unsorted = { rows: tileRows, cols: tileCols, rowPtr: tilePtr, colIdx: found.subarray(0, tiles) };
  const { colIdx: tileCol } = transpose(transpose(unsorted));

  const entryPtr = new Uint32Array(tiles + 1);
  const tileAt = seen;
  for (let i = 0; i < tileRows; i++) {
    for (let t = tilePtr[i]; t < tilePtr[i + 1]; t++) tileAt[tileCol[t]] = t;
    const end = rowPtr[Math.min(rows, (i + 1) * TILE_SIZE)];
    for (let e = rowPtr[i * TILE_SIZE]; e < end; e++) entryPtr[tileAt[colIdx[e] >>> 5] + 1]++;
  }
  for (let t = 0; t < tiles; t++) entryPtr[t + 1] += entryPtr[t];
  return { tileRows, tileCols, tilePtr, tileCol, entryPtr };
}

/**
 * Stores the matrix tile by tile (hetu-gnn, Algorithm 3), in linear time; six bytes an entry besides the
 * tiles.
 *
 * @example
 * ```ts
 * import { csrFromEdges, tileMatrix } from "gnn-repro/graph";
 * const graph = csrFromEdges({ vertices: 40, source: Uint32Array.of(39), target: Uint32Array.of(33) });
 * const { entryRow, entryCol } = tileMatrix(graph);
 * if (entryRow[0] !== 1 || entryCol[0] !== 7) throw new Error("entry (33, 39) is (1, 7) of tile (1, 1)");
 * ```
 */
export function tileMatrix(matrix: CsrMatrix): TiledMatrix {
  const { rows, rowPtr, colIdx, values } = matrix;
  const grid = tileGrid(matrix);
  const { tileRows, tileCols, tilePtr, tileCol, entryPtr } = grid;
  const count = rowPtr[rows];
  const entryRow = new Uint8Array(count), entryCol = new Uint8Array(count);
  const tiledValues = new Float32Array(count);
  const next = new Uint32Array(tileCols);
  for (let i = 0; i < tileRows; i++) {
    for (let t = tilePtr[i]; t < tilePtr[i + 1]; t++) next[tileCol[t]] = entryPtr[t];
    const first = i * TILE_SIZE, last = Math.min(rows, first + TILE_SIZE);
    for (let r = first; r < last; r++) {
      for (let e = rowPtr[r]; e < rowPtr[r + 1]; e++) {
        const c = colIdx[e], to = next[c >>> 5]++;
        entryRow[to] = r - first;
        entryCol[to] = c & (TILE_SIZE - 1);
        tiledValues[to] = values ? values[e] : 1;
      }
    }
  }
  return { ...grid, entryRow, entryCol, values: tiledValues };
}

/** Refuses a threshold that is not a share of a tile, such as 5 for "5 %". */
function assertThreshold(threshold: number): void {
  if (threshold >= 0 && threshold <= 1) return;
  throw new UsageError({
    action: "tell dense tiles from sparse ones",
    current: `the density threshold ${threshold}`,
    wanted: "a fraction from 0 to 1",
    next: "write 5 % as 0.05",
  });
}

/**
 * Flags dense tiles: 1 where more than `threshold` of a tile's 1,024 places hold an entry. The paper's
 * condition compares a count with a percentage; here it is taken as the fraction, so that 5 % begins at 52
 * entries.
 *
 * @throws {UsageError} if the threshold is not from 0 to 1.
 */
export function denseTiles({ entryPtr }: TileGrid, threshold: number): Uint8Array {
  assertThreshold(threshold);
  const dense = new Uint8Array(entryPtr.length - 1);
  for (let t = 0; t < dense.length; t++) {
    if (entryPtr[t + 1] - entryPtr[t] > threshold * TILE_AREA) dense[t] = 1;
  }
  return dense;
}

/**
 * Tiles and entries by fill: ten bins with 1-2-5 bounds from 0.1 % (one entry) to 100 %. Unlike a grid, the
 * histogram needs no order of the tiles: one pass over the entries counts those of a tile-row at a time.
 */
export function fillHistogram({ rows, cols, rowPtr, colIdx }: CsrMatrix): FillBin[] {
  const binOf = new Uint8Array(TILE_AREA + 1);
  for (let entries = 1; entries <= TILE_AREA; entries++) {
    while (entries > FILL_BOUNDS[binOf[entries]] * TILE_AREA) binOf[entries]++;
  }
  const tiles = new Float64Array(FILL_BOUNDS.length), nnz = new Float64Array(FILL_BOUNDS.length);
  const tileCols = Math.ceil(cols / TILE_SIZE);
  const entriesOf = new Uint16Array(tileCols), found = new Uint32Array(tileCols);
  for (let first = 0; first < rows; first += TILE_SIZE) {
    const end = rowPtr[Math.min(rows, first + TILE_SIZE)];
    let count = 0;
    for (let e = rowPtr[first]; e < end; e++) {
      const c = colIdx[e] >>> 5;
      if (entriesOf[c]++ === 0) found[count++] = c;
    }
    for (let t = 0; t < count; t++) {
      const entries = entriesOf[found[t]], bin = binOf[entries];
      entriesOf[found[t]] = 0;
      tiles[bin]++;
      nnz[bin] += entries;
    }
  }
  return FILL_BOUNDS.map((upTo, bin) => ({
    over: bin === 0 ? 0 : FILL_BOUNDS[bin - 1],
    upTo,
    tiles: tiles[bin],
    nnz: nnz[bin],
  }));
}

/**
 * Counts the dense tiles at a threshold and their share of the entries (hetu-gnn, Table 5).
 *
 * @throws {UsageError} if the threshold is not from 0 to 1.
 */
export function denseShare(grid: TileGrid, threshold: number): DenseShare {
  const dense = denseTiles(grid, threshold);
  const { entryPtr } = grid;
  let denseCount = 0, denseNnz = 0;
  for (let t = 0; t < dense.length; t++) {
    if (!dense[t]) continue;
    denseCount++;
    denseNnz += entryPtr[t + 1] - entryPtr[t];
  }
  const total = entryPtr[dense.length];
  return {
    tiles: dense.length,
    denseTiles: denseCount,
    denseNnzShare: total === 0 ? 0 : denseNnz / total,
  };
}

/**
 * Encodes a stored value for a place of a dense tile: a stored zero becomes negative zero, so that a word of
 * zeros means that nothing is stored.
 */
export function placedValue(value: number): number {
  return value === 0 ? -0 : value;
}
