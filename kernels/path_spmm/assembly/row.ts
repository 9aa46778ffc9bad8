// One row of a product on an execution path or under a mask. Imported by the kernels, not compiled by itself.
// Columns go in passes of 32 (eight vector accumulators), then 16, 8 and 4, as in spmm.
// V in angle brackets is the type of the values: f32, or u32 where there are none and each is 1. Flags and
// counts are constants wherever a function is inlined, so that no branch on them is left.
import { accumulate, storeVectors } from "../../assembly/vectors.ts";

/** Bit of a vertex's flags: the vertex is a source. */
const SOURCE: u32 = 1;

/**
 * Multiplies entries [first, last) (addresses) by 1, 2, 4 or 8 vectors of x. If `tested`, entries are
 * columns, and those whose vertex is not a source are skipped; otherwise entries are byte offsets of rows of
 * x.
 */
// @ts-ignore: decorator
@inline
export function pass<V>(
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
export function row<V>(
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
