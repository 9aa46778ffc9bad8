// C = epilogue(A B). A kernel consists of one or more exports, `<name>(begin, end, ...)`.
// All addresses and strides in bytes. Matrices: f32, row-major, 16-byte aligned, strides multiples of 16,
// padding columns zero; they are computed too. Sizes of tiles are constants wherever a function is inlined,
// so that no branch on them is left.
// `epilogue` is the address of the parameters that `kernels/assembly/epilogue.ts` reads, or 0.
import { finish } from "../../assembly/epilogue.ts";
import { HEIGHT, PANEL, tile } from "./register_tile.ts";

/**
 * Applies the epilogue to rows of c in place, while they are in a cache; does nothing where there is no
 * epilogue.
 */
function end_rows(first: usize, last: usize, c: usize, stride: usize, epilogue: usize): void {
  if (epilogue) finish(false, first, last, c, 0, c, stride, epilogue);
}

/**
 * Multiplies with one scalar sum per entry of c; work items are rows. Two steps address a factor, and are
 * swapped for a transposed one.
 */
export function gemm_naive(
  begin: usize, end: usize, inner: usize, cols: usize, a: usize, aRow: usize, aTerm: usize, b: usize, bTerm: usize,
  bColumn: usize, c: usize, stride: usize, epilogue: usize,
): void {
  for (let row = begin; row < end; row++) {
    for (let column: usize = 0; column < stride >> 2; column++) {
      let sum: f32 = 0;
      const terms = column < cols ? inner : 0;
      for (let k: usize = 0; k < terms; k++) {
        sum += load<f32>(a + row * aRow + k * aTerm) * load<f32>(b + k * bTerm + column * bColumn);
      }
      store<f32>(c + row * stride + (column << 2), sum);
    }
  }
  end_rows(begin, end, c, stride, epilogue);
}

/** Rows of a panel that are used at once: 32 KB of the panel. */
const DEPTH: usize = 1024;
/** Rows of a panel that are used at once where b is packed during the product: 4 KB of each panel. */
const CHUNK: usize = 128;

/**
 * Copies `depth` rows of b to panels: the panel that begins at byte column `at` is stored at `at * depth`.
 */
// @ts-ignore: decorator
@inline
function pack_panel(depth: usize, at: usize, b: usize, stride: usize, packed: usize): void {
  const wide = at + PANEL <= stride;
  let to = packed + at * depth;
  for (let from = b + at, last = from + depth * stride; from != last; from += stride) {
    v128.store(to, v128.load(from));
    if (wide) v128.store(to, v128.load(from, 16), 16);
    to += wide ? 32 : 16;
  }
}

/** Packs b; work items are panels of b (`inner` rows of `stride` bytes). */
export function gemm_pack(begin: usize, end: usize, inner: usize, b: usize, stride: usize, packed: usize): void {
  for (let panel = begin; panel < end; panel++) pack_panel(inner, panel * PANEL, b, stride, packed);
}

/**
 * Packs a transposed b; work items are panels of b, which is stored as `cols` rows of `bStride` bytes; a row
 * of c has `stride` bytes.
 */
export function gemm_pack_transposed(
  begin: usize, end: usize, inner: usize, cols: usize, b: usize, bStride: usize, stride: usize, packed: usize,
): void {
  for (let panel = begin; panel < end; panel++) {
    const width = min(PANEL, stride - panel * PANEL), to = packed + panel * PANEL * inner;
    for (let j: usize = 0; j < width >> 2; j++) {
      const column = (panel << 3) + j, from = b + column * bStride;
      for (let k: usize = 0; k < inner; k++) {
        store<f32>(to + k * width + (j << 2), column < cols ? load<f32>(from + (k << 2)) : 0);
      }
    }
  }
}

/** Computes rows [first, last) of c in the columns of one panel. */
// @ts-ignore: decorator
@inline
function rows(
  vectors: usize, add: bool, depth: usize, first: usize, last: usize, a: usize, aStride: usize, panel: usize, c: usize,
  stride: usize,
): void {
  let row = first;
  for (; row + HEIGHT <= last; row += HEIGHT) {
    tile(6, vectors, add, depth, a + row * aStride, aStride, 4, panel, c + row * stride, stride);
  }
  for (; row < last; row++) {
    tile(1, vectors, add, depth, a + row * aStride, aStride, 4, panel, c + row * stride, stride);
  }
}

/**
 * Multiplies by packed panels; work items are register tiles of 6 rows. All tiles of a block use a panel
 * before the next one.
 */
export function gemm_blocked(
  begin: usize, end: usize, rowCount: usize, inner: usize, a: usize, aStride: usize, packed: usize, c: usize,
  stride: usize, epilogue: usize,
): void {
  const first = begin * HEIGHT, last = min(end * HEIGHT, rowCount);
  let k: usize = 0;
  do {
    const depth = min(DEPTH, inner - k), from = a + (k << 2), add = k > 0;
    let at: usize = 0;
    for (; at < (stride & ~31); at += PANEL) {
      rows(2, add, depth, first, last, from, aStride, packed + at * inner + k * PANEL, c + at, stride);
    }
    if (stride & 16) rows(1, add, depth, first, last, from, aStride, packed + at * inner + k * 16, c + at, stride);
    k += DEPTH;
  } while (k < inner);
  end_rows(first, last, c, stride, epilogue);
}

/** Copies `height` columns of `depth` rows of a to rows of 24 bytes; missing columns are 0. */
function pack_columns(height: usize, depth: usize, a: usize, aStride: usize, packed: usize): void {
  for (let k: usize = 0; k < depth; k++) {
    for (let column: usize = 0; column < HEIGHT; column++) {
      const value: f32 = column < height ? load<f32>(a + k * aStride + (column << 2)) : 0;
      store<f32>(packed + k * 24 + (column << 2), value);
    }
  }
}

/** Computes six rows of c in the columns of all panels. */
// @ts-ignore: decorator
@inline
function across(add: bool, depth: usize, a: usize, aTerm: usize, panels: usize, c: usize, stride: usize): void {
  let at: usize = 0;
  for (; at < (stride & ~31); at += PANEL) tile(6, 2, add, depth, a, 4, aTerm, panels + at * depth, c + at, stride);
  if (stride & 16) tile(6, 1, add, depth, a, 4, aTerm, panels + at * depth, c + at, stride);
}

/**
 * Computes partial sums of c = a^T b, where a is stored as `inner` rows of `aStride` bytes. Work items are
 * pairs of a part of the terms (`partTerms` terms) and a stripe of the rows of c (`stripeTiles` register
 * tiles of 6 rows). An item packs the terms of b that it uses, CHUNK at a time, into `CHUNK * (24 + stride)`
 * bytes of its own; a is read in place, except for a last tile with fewer than six columns. The sums of a
 * part are a matrix of `tiles * 6` rows.
 */
export function gemm_transposed(
  begin: usize, end: usize, rowCount: usize, inner: usize, stripes: usize, stripeTiles: usize, partTerms: usize, a: usize,
  aStride: usize, b: usize, stride: usize, scratch: usize, partials: usize,
): void {
  const tiles = (rowCount + HEIGHT - 1) / HEIGHT;
  for (let item = begin; item < end; item++) {
    const part = item / stripes, stripe = item % stripes;
    const columns = scratch + item * CHUNK * (24 + stride), panels = columns + CHUNK * 24;
    const c = partials + part * tiles * HEIGHT * stride;
    const firstTerm = part * partTerms, lastTerm = min(inner, firstTerm + partTerms);
    const first = stripe * stripeTiles * HEIGHT, last = min(rowCount, first + stripeTiles * HEIGHT);
    for (let k = firstTerm; k < lastTerm; k += CHUNK) {
      const depth = min(CHUNK, lastTerm - k), add = k > firstTerm;
      for (let at: usize = 0; at < stride; at += PANEL) pack_panel(depth, at, b + k * stride, stride, panels);
      for (let row = first; row < last; row += HEIGHT) {
        const from = a + k * aStride + (row << 2), to = c + row * stride;
        if (row + HEIGHT <= rowCount) across(add, depth, from, aStride, panels, to, stride);
        else {
          pack_columns(rowCount - row, depth, from, aStride, columns);
          across(add, depth, columns, 24, panels, to, stride);
        }
      }
    }
  }
}

/**
 * Adds up partial sums; work items are rows of c: the sum of `parts` matrices that are `partBytes` apart,
 * always in the same order.
 */
export function gemm_sum(
  begin: usize, end: usize, parts: usize, partBytes: usize, partials: usize, c: usize, stride: usize, epilogue: usize,
): void {
  for (let at = begin * stride; at < end * stride; at += 16) {
    let sum = f32x4.splat(0), from = partials + at;
    for (let part: usize = 0; part < parts; part++, from += partBytes) sum = f32x4.add(sum, v128.load(from));
    v128.store(c + at, sum);
  }
  end_rows(begin, end, c, stride, epilogue);
}
