// Products of tiles of 32 x 32: dense tiles are packed, the entries of all others are in runs.
// Arguments: see ../assembly/spmm.ts.
import { word } from "../../assembly/word.ts";
import { slice } from "../assembly/columns.ts";

const TILE: usize = 32;

/**
 * Adds `height` (4 or 1) rows of a packed 32 x 32 tile times `depth` rows of x to y, one or two vectors wide.
 */
// @ts-ignore: decorator
@inline
function tilePass(height: i32, vectors: i32, tile: usize, depth: usize, x: usize, stride: usize, y: usize): void {
  let a = v128.load(y), b = a, c = a, d = a, e = a, f = a, g = a, h = a;
  if (vectors == 2) b = v128.load(y, 16);
  if (height == 4) {
    c = v128.load(y + stride), e = v128.load(y + 2 * stride), g = v128.load(y + 3 * stride);
    if (vectors == 2) {
      d = v128.load(y + stride, 16), f = v128.load(y + 2 * stride, 16), h = v128.load(y + 3 * stride, 16);
    }
  }
  for (const end = tile + (depth << 2); tile < end; tile += 4, x += stride) {
    const left = v128.load(x), right = vectors == 2 ? v128.load(x, 16) : left;
    let value = v128.load_splat<f32>(tile);
    a = f32x4.relaxed_madd(left, value, a);
    if (vectors == 2) b = f32x4.relaxed_madd(right, value, b);
    if (height == 4) {
      value = v128.load_splat<f32>(tile, 128);
      c = f32x4.relaxed_madd(left, value, c);
      if (vectors == 2) d = f32x4.relaxed_madd(right, value, d);
      value = v128.load_splat<f32>(tile, 256);
      e = f32x4.relaxed_madd(left, value, e);
      if (vectors == 2) f = f32x4.relaxed_madd(right, value, f);
      value = v128.load_splat<f32>(tile, 384);
      g = f32x4.relaxed_madd(left, value, g);
      if (vectors == 2) h = f32x4.relaxed_madd(right, value, h);
    }
  }
  v128.store(y, a);
  if (vectors == 2) v128.store(y, b, 16);
  if (height == 4) {
    v128.store(y + stride, c), v128.store(y + 2 * stride, e), v128.store(y + 3 * stride, g);
    if (vectors == 2) {
      v128.store(y + stride, d, 16), v128.store(y + 2 * stride, f, 16), v128.store(y + 3 * stride, h, 16);
    }
  }
}

// @ts-ignore: decorator
@inline
function tileRows(height: i32, tile: usize, depth: usize, x: usize, stride: usize, y: usize): void {
  let at: usize = 0;
  for (; at < (stride & ~31); at += 32) tilePass(height, 2, tile, depth, x + at, stride, y + at);
  if (stride & 16) tilePass(height, 1, tile, depth, x + at, stride, y + at);
}

/**
 * Adds a packed 32 x 32 tile times x[32 rows, :] to y[32 rows, :], both limited to the rows of the matrices.
 */
function multiplyTile(tile: usize, depth: usize, height: usize, x: usize, stride: usize, y: usize): void {
  let row: usize = 0;
  for (; row < (height & ~3); row += 4) tileRows(4, tile + row * TILE * 4, depth, x, stride, y + row * stride);
  for (; row < height; row++) tileRows(1, tile + row * TILE * 4, depth, x, stride, y + row * stride);
}

/** Tests whether all numbers of `bytes` at `y` are finite. */
function allFinite(y: usize, bytes: usize): bool {
  const exponent = i32x4.splat(0x7f800000);
  let broken = i32x4.splat(0);
  for (const end = y + bytes; y < end; y += 16) {
    broken = v128.or(broken, i32x4.eq(v128.and(v128.load(y), exponent), exponent));
  }
  return !v128.any_true(broken);
}

/**
 * Adds the product that {@link multiplyTile} adds, from the stored entries alone: a place whose bits are 0
 * stores no entry.
 */
function addEntries(tile: usize, depth: usize, height: usize, x: usize, stride: usize, y: usize): void {
  for (let row: usize = 0; row < height; row++, y += stride) {
    for (let col: usize = 0; col < depth; col++) {
      const place = tile + ((row * TILE + col) << 2);
      if (!load<u32>(place)) continue;
      const value = v128.load_splat<f32>(place), source = x + col * stride;
      for (let at: usize = 0; at < stride; at += 16) {
        v128.store(y + at, f32x4.add(v128.load(y + at), f32x4.mul(value, v128.load(source + at))));
      }
    }
  }
}

/** Adds the dense tiles [first, last) of a tile-row, or their entries alone. */
function addTiles(
  entries: bool, first: usize, last: usize, denseCol: usize, tiles: usize, colCount: usize, height: usize,
  x: usize, stride: usize, out: usize,
): void {
  for (let t = first; t < last; t++) {
    const col = word(denseCol, t) * TILE, depth = min(TILE, colCount - col);
    const tile = tiles + t * TILE * TILE * 4;
    if (entries) addEntries(tile, depth, height, x + col * stride, stride, out);
    else multiplyTile(tile, depth, height, x + col * stride, stride, out);
  }
}

/**
 * Multiplies tile-rows, the work items: first the dense tiles [densePtr[i], ...), packed row-major at
 * `tiles`, then the entries of the sparse ones, tile by tile, in runs [runPtr[i], ...) that share a row. A
 * zero of a dense tile is not an entry and must not be multiplied by a feature that is not finite: dense
 * tiles whose sums are not finite are summed once more, by their entries.
 */
export function block_sparse(
  begin: usize, end: usize, rowCount: usize, colCount: usize, densePtr: usize, denseCol: usize, tiles: usize,
  runPtr: usize, runRow: usize, runStart: usize, sources: usize, values: usize, x: usize, y: usize, stride: usize,
): void {
  const toValue = values - sources;
  for (let tileRow = begin; tileRow < end; tileRow++) {
    const out = y + tileRow * TILE * stride, height = min(TILE, rowCount - tileRow * TILE);
    memory.fill(out, 0, height * stride);
    const firstDense = word(densePtr, tileRow), lastDense = word(densePtr, tileRow + 1);
    if (firstDense < lastDense) {
      addTiles(false, firstDense, lastDense, denseCol, tiles, colCount, height, x, stride, out);
      if (!allFinite(out, height * stride)) {
        memory.fill(out, 0, height * stride);
        addTiles(true, firstDense, lastDense, denseCol, tiles, colCount, height, x, stride, out);
      }
    }
    const lastRun = word(runPtr, tileRow + 1);
    for (let run = word(runPtr, tileRow); run < lastRun; run++) {
      const first = sources + (word(runStart, run) << 2), last = sources + (word(runStart, run + 1) << 2);
      slice<f32>(true, first, last, toValue, x, stride, y + word(runRow, run) * stride);
    }
  }
}
