// y[b, :] = sum over the rows r of block b of x[r, :].
// Column sums, called over blocks of x, then over the sums of the blocks.
// All addresses and strides in bytes. x, y: f32, row-major, 16-byte aligned, the same stride, a multiple of
// 16; padding columns are summed too. Columns go in passes of 32, then 16, 8 and 4, each entry in the order
// of the rows.
import { storeVectors } from "../../assembly/vectors.ts";

/**
 * Sums rows over 1, 2, 4 or 8 vectors of columns. The count is a constant wherever this is inlined, so that
 * no branch on it is left.
 */
// @ts-ignore: decorator
@inline
function pass(vectors: i32, first: usize, last: usize, stride: usize, y: usize): void {
  let a = f32x4.splat(0), b = a, c = a, d = a, e = a, f = a, g = a, h = a;
  for (let row = first; row != last; row += stride) {
    a = f32x4.add(a, v128.load(row));
    if (vectors >= 2) b = f32x4.add(b, v128.load(row, 16));
    if (vectors >= 4) {
      c = f32x4.add(c, v128.load(row, 32));
      d = f32x4.add(d, v128.load(row, 48));
    }
    if (vectors >= 8) {
      e = f32x4.add(e, v128.load(row, 64));
      f = f32x4.add(f, v128.load(row, 80));
      g = f32x4.add(g, v128.load(row, 96));
      h = f32x4.add(h, v128.load(row, 112));
    }
  }
  storeVectors(vectors, y, a, b, c, d, e, f, g, h);
}

/**
 * Sums blocks of rows: work items are blocks of `blockRows` of the `rows` rows; block b is written to row b
 * of y.
 */
export function column_sum(
  begin: usize, end: usize, rows: usize, blockRows: usize, x: usize, stride: usize, y: usize,
): void {
  const wide = stride & ~127;
  for (let block = begin; block < end; block++) {
    const first = x + block * blockRows * stride, last = x + min((block + 1) * blockRows, rows) * stride;
    const to = y + block * stride;
    let at: usize = 0;
    for (; at < wide; at += 128) pass(8, first + at, last + at, stride, to + at);
    if (stride & 64) {
      pass(4, first + at, last + at, stride, to + at);
      at += 64;
    }
    if (stride & 32) {
      pass(2, first + at, last + at, stride, to + at);
      at += 32;
    }
    if (stride & 16) pass(1, first + at, last + at, stride, to + at);
  }
}
