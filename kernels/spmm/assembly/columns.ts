// Products of a row's entries with columns of x, in passes of 32 (eight vector accumulators: with sixteen V8
// spills, and every load carries a bounds check), then 16, 8 and 4. Imported by other modules, not compiled
// by itself.
// V in angle brackets is the type of the values: f32, or u32 where there are none and each is 1. V, flags and
// counts are constants wherever a function is inlined, so that no branch on them is left.
import { accumulate } from "../../assembly/vectors.ts";

/** Stores or adds a vector: y[0..4) = sum, or += sum. */
// @ts-ignore: decorator
@inline
function writeBack(add: bool, y: usize, sum: v128): void {
  v128.store(y, add ? f32x4.add(v128.load(y), sum) : sum);
}

/** Multiplies entries [first, last) (addresses of their sources) by 1, 2, 4 or 8 vectors of x. */
// @ts-ignore: decorator
@inline
export function pass<V>(
  vectors: i32, add: bool, first: usize, last: usize, toValue: usize, x: usize, y: usize,
): void {
  let a = f32x4.splat(0), b = a, c = a, d = a, e = a, f = a, g = a, h = a;
  for (let entry = first; entry < last; entry += 4) {
    const source = x + <usize>load<u32>(entry);
    const value = isFloat<V>() ? v128.load_splat<f32>(entry + toValue) : a;
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
  writeBack(add, y, a);
  if (vectors >= 2) writeBack(add, y + 16, b);
  if (vectors >= 4) {
    writeBack(add, y + 32, c);
    writeBack(add, y + 48, d);
  }
  if (vectors >= 8) {
    writeBack(add, y + 64, e);
    writeBack(add, y + 80, f);
    writeBack(add, y + 96, g);
    writeBack(add, y + 112, h);
  }
}

/** Multiplies entries [first, last) of one row by `width` bytes of columns. */
// @ts-ignore: decorator
@inline
export function slice<V>(
  add: bool, first: usize, last: usize, toValue: usize, x: usize, width: usize, y: usize,
): void {
  const wide = width & ~127;
  let at: usize = 0;
  for (; at < wide; at += 128) pass<V>(8, add, first, last, toValue, x + at, y + at);
  if (width & 64) {
    pass<V>(4, add, first, last, toValue, x + at, y + at);
    at += 64;
  }
  if (width & 32) {
    pass<V>(2, add, first, last, toValue, x + at, y + at);
    at += 32;
  }
  if (width & 16) pass<V>(1, add, first, last, toValue, x + at, y + at);
}
