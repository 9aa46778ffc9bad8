// y[v, :] = sum over u in N(v) & sources of e_vu * x[u, :], v a target      products on execution paths.
// one export per kernel. All addresses, strides and widths in bytes. x and y: f32, row-major, 16-byte
// aligned, the same stride, a multiple of 16; the padding columns are computed too. Rows of y that are no
// targets are left alone; values is 0 where every entry is 1. Columns go in passes of 32 (eight vector
// accumulators), then 16, 8 and 4, as in spmm.
// V in angle brackets is the type of the values: f32, or u32 where there are none and each is 1. Flags and
// counts are constants wherever a function is inlined, so that no branch on them is left.
import { accumulate, storeVectors } from "../../assembly/vectors.ts";
import { word } from "../../assembly/word.ts";

// Bits of a vertex's flags, as `masked` tests them.
const SOURCE: u32 = 1, TARGET: u32 = 2;

/**
 * Multiplies entries [first, last) (addresses) by 1, 2, 4 or 8 vectors of x. If `tested`, entries are
 * columns, and those whose vertex is not a source are skipped; otherwise entries are byte offsets of rows of
 * x.
 */
// @ts-ignore: decorator
@inline
function pass<V>(
  tested: bool, vectors: i32, first: usize, last: usize, toValue: usize, flags: usize, stride: usize, x: usize, y: usize,
): void {
  let a = f32x4.splat(0), b = a, c = a, d = a, e = a, f = a, g = a, h = a;
  const none = a;
  for (let entry = first; entry < last; entry += 4) {
    let at = <usize>load<u32>(entry);
    if (tested) {
      if ((<u32>load<u8>(flags + at) & SOURCE) == 0) continue;
      at *= stride;
    }
    const source = x + at;
    const value = isFloat<V>() ? v128.load_splat<f32>(entry + toValue) : none;
    a = accumulate<V>(a, value, v128.load(source));
    if (vectors >= 2) b = accumulate<V>(b, value, v128.load(source, 16));
    if (vectors >= 4) {
      c = accumulate<V>(c, value, v128.load(source, 32));
      d = accumulate<V>(d, value, v128.load(source, 48));
    }
    if (vectors >= 8) {
      e = accumulate<V>(e, value, v128.load(source, 64));
      f = accumulate<V>(f, value, v128.load(source, 80));
      g = accumulate<V>(g, value, v128.load(source, 96));
      h = accumulate<V>(h, value, v128.load(source, 112));
    }
  }
  storeVectors(vectors, y, a, b, c, d, e, f, g, h);
}

/** Computes one row with all its columns, which are `stride` bytes. */
// @ts-ignore: decorator
@inline
function row<V>(
  tested: bool, first: usize, last: usize, toValue: usize, flags: usize, stride: usize, x: usize, y: usize,
): void {
  const wide = stride & ~127;
  let at: usize = 0;
  for (; at < wide; at += 128) pass<V>(tested, 8, first, last, toValue, flags, stride, x + at, y + at);
  if (stride & 64) {
    pass<V>(tested, 4, first, last, toValue, flags, stride, x + at, y + at);
    at += 64;
  }
  if (stride & 32) {
    pass<V>(tested, 2, first, last, toValue, flags, stride, x + at, y + at);
    at += 32;
  }
  if (stride & 16) pass<V>(tested, 1, first, last, toValue, flags, stride, x + at, y + at);
}

// @ts-ignore: decorator
@inline
function pathRows<V>(
  begin: usize, end: usize, targets: usize, rowPtr: usize, sources: usize, values: usize, x: usize, y: usize, stride: usize,
): void {
  const toValue = values - sources;
  let last = sources + (word(rowPtr, begin) << 2);
  // Rows of 16 columns, the common hidden width, need no choice of passes.
  if (stride == 64) {
    for (let i = begin; i < end; i++) {
      const first = last;
      last = sources + (word(rowPtr, i + 1) << 2);
      pass<V>(false, 4, first, last, toValue, 0, stride, x, y + (word(targets, i) << 6));
    }
    return;
  }
  for (let i = begin; i < end; i++) {
    const first = last;
    last = sources + (word(rowPtr, i + 1) << 2);
    row<V>(false, first, last, toValue, 0, stride, x, y + word(targets, i) * stride);
  }
}

/**
 * Computes the product on the path; work items are rows of the path: row i is written to y's row targets[i];
 * sources are byte offsets of rows of x.
 */
export function execution_path(
  begin: usize, end: usize, targets: usize, rowPtr: usize, sources: usize, values: usize, x: usize, y: usize, stride: usize,
): void {
  if (values) pathRows<f32>(begin, end, targets, rowPtr, sources, values, x, y, stride);
  else pathRows<u32>(begin, end, targets, rowPtr, sources, values, x, y, stride);
}

// @ts-ignore: decorator
@inline
function maskedRows<V>(
  begin: usize, end: usize, flags: usize, rowPtr: usize, colIdx: usize, values: usize, x: usize, y: usize, stride: usize,
): void {
  const toValue = values - colIdx;
  for (let v = begin; v < end; v++) {
    if ((<u32>load<u8>(flags + v) & TARGET) == 0) continue;
    const first = colIdx + (word(rowPtr, v) << 2), last = colIdx + (word(rowPtr, v + 1) << 2);
    if (stride == 64) pass<V>(true, 4, first, last, toValue, flags, stride, x, y + (v << 6));
    else row<V>(true, first, last, toValue, flags, stride, x, y + v * stride);
  }
}

/**
 * Computes the product under a mask; work items are all rows. Each row is tested, and each entry of the rows
 * that pass. `flags`: a byte per vertex, SOURCE and TARGET.
 */
export function masked(
  begin: usize, end: usize, flags: usize, rowPtr: usize, colIdx: usize, values: usize, x: usize, y: usize, stride: usize,
): void {
  if (values) maskedRows<f32>(begin, end, flags, rowPtr, colIdx, values, x, y, stride);
  else maskedRows<u32>(begin, end, flags, rowPtr, colIdx, values, x, y, stride);
}
