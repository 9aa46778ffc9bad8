// Sampled dense-dense product for each head at the entries of a matrix; work items are rows. Arguments as in
// ../../assembly/attention.ts.
import { word } from "../../../assembly/word.ts";
import { loadLanes } from "../../assembly/lanes.ts";

/** Adds the product of `lanes` floats at two addresses to a sum. */
// @ts-ignore: decorator
@inline
function product(a: usize, b: usize, lanes: usize, sum: v128): v128 {
  return f32x4.relaxed_madd(loadLanes(a, lanes), loadLanes(b, lanes), sum);
}

/** Computes the products of one head, in four partial sums. */
// @ts-ignore: decorator
@inline
function dot(a: usize, b: usize, whole: usize, rest: usize): v128 {
  let sum = f32x4.splat(0);
  for (let at: usize = 0; at < whole; at += 16) sum = product(a + at, b + at, 4, sum);
  return rest ? product(a + whole, b + whole, rest, sum) : sum;
}

/** Sums the lanes of four vectors: lane i of the result is the sum of the lanes of the i-th vector. */
// @ts-ignore: decorator
@inline
function sums(a: v128, b: v128, c: v128, d: v128): v128 {
  const left = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
  const right = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7));
  return f32x4.add(v128.shuffle<f32>(left, right, 0, 1, 4, 5), v128.shuffle<f32>(left, right, 2, 3, 6, 7));
}

/** Computes y[e, h] = a[row of e, head h] . b[column of e, head h], where a and b have the same stride. */
export function head_sddmm(
  begin: usize, end: usize, rowPtr: usize, sources: usize, a: usize, b: usize, stride: usize, heads: usize,
  headBytes: usize, y: usize, yStride: usize,
): void {
  const whole = headBytes & ~15, rest = (headBytes & 15) >> 2, zero = f32x4.splat(0);
  for (let row = begin; row < end; row++) {
    const last = word(rowPtr, row + 1);
    for (let entry = word(rowPtr, row); entry < last; entry++) {
      let left = a + row * stride, right = b + word(sources, entry);
      for (let head: usize = 0; head < heads; head += 4, left += headBytes << 2, right += headBytes << 2) {
        let p = zero, q = zero, r = zero, s = zero;
        if (head + 4 <= heads) {
          // Four heads at once give four sums that do not wait for each other.
          let at: usize = 0;
          for (; at < whole; at += 16) {
            p = product(left + at, right + at, 4, p);
            q = product(left + at + headBytes, right + at + headBytes, 4, q);
            r = product(left + at + 2 * headBytes, right + at + 2 * headBytes, 4, r);
            s = product(left + at + 3 * headBytes, right + at + 3 * headBytes, 4, s);
          }
          if (rest) {
            p = product(left + at, right + at, rest, p);
            q = product(left + at + headBytes, right + at + headBytes, rest, q);
            r = product(left + at + 2 * headBytes, right + at + 2 * headBytes, rest, r);
            s = product(left + at + 3 * headBytes, right + at + 3 * headBytes, rest, s);
          }
        } else {
          p = dot(left, right, whole, rest);
          if (head + 1 < heads) q = dot(left + headBytes, right + headBytes, whole, rest);
          if (head + 2 < heads) r = dot(left + 2 * headBytes, right + 2 * headBytes, whole, rest);
        }
        v128.store(y + entry * yStride + (head << 2), sums(p, q, r, s));
      }
    }
  }
}
