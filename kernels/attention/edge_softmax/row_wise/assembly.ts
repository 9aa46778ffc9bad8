// Softmax over the entries of each row and its gradient; work items are rows. Arguments as in
// ../../assembly/attention.ts.
import { exp } from "../../../assembly/exponential.ts";
import { word } from "../../../assembly/word.ts";
import { loadLanes } from "../../assembly/lanes.ts";

/** Selects `left` where the sum is positive, else `right`. */
// @ts-ignore: decorator
@inline
function bySign(sum: v128, left: v128, right: v128): v128 {
  return v128.bitselect(left, right, f32x4.gt(sum, f32x4.splat(0)));
}

/**
 * Computes the softmax of scores over each row. The scores are written to y while their maximum is found,
 * then replaced by the exponentials of their differences from it, which are divided by their sum. A row and
 * head with a score that is not finite becomes NaN.
 */
export function edge_softmax(
  begin: usize, end: usize, rowPtr: usize, colIdx: usize, scores: usize, scoreStride: usize, heads: usize, slope: f32,
  y: usize, stride: usize,
): void {
  const slopes = f32x4.splat(slope), one = f32x4.splat(1);
  for (let row = begin; row < end; row++) {
    const first = word(rowPtr, row), last = word(rowPtr, row + 1);
    for (let head: usize = 0; head < heads; head += 4) {
      const lanes = heads - head, theirs = scores + ((heads + head) << 2);
      const own = loadLanes(scores + row * scoreStride + (head << 2), lanes);
      const from = y + first * stride + (head << 2), to = y + last * stride + (head << 2);
      let largest = f32x4.splat(-Infinity), total = f32x4.splat(0);
      for (let out = from, entry = first; entry < last; entry++, out += stride) {
        const sum = f32x4.add(own, loadLanes(theirs + word(colIdx, entry) * scoreStride, lanes));
        // x - x is 0, or NaN where x is not finite; a NaN propagates to the maximum and to all results.
        const score = f32x4.add(bySign(sum, sum, f32x4.mul(sum, slopes)), f32x4.sub(sum, sum));
        v128.store(out, score);
        largest = f32x4.max(largest, score);
      }
      for (let out = from; out != to; out += stride) {
        const share = exp(f32x4.sub(v128.load(out), largest));
        v128.store(out, share);
        total = f32x4.add(total, share);
      }
      const present = i32x4.gt_s(i32x4.splat(<i32>lanes), i32x4(0, 1, 2, 3));
      const factor = v128.and(f32x4.div(one, total), present);
      for (let out = from; out != to; out += stride) v128.store(out, f32x4.mul(v128.load(out), factor));
    }
  }
}

/**
 * Computes y[e] = leaky'(sum of e's scores) a[e] (g[e] - sum over the row of a[f] g[f]), where a, g and y
 * have the same stride.
 */
export function edge_softmax_gradient(
  begin: usize, end: usize, rowPtr: usize, colIdx: usize, scores: usize, scoreStride: usize, heads: usize, slope: f32,
  attention: usize, gradient: usize, y: usize, stride: usize,
): void {
  const slopes = f32x4.splat(slope);
  for (let row = begin; row < end; row++) {
    const first = word(rowPtr, row), last = word(rowPtr, row + 1);
    for (let head: usize = 0; head < heads; head += 4) {
      const lanes = heads - head, theirs = scores + ((heads + head) << 2);
      const own = loadLanes(scores + row * scoreStride + (head << 2), lanes);
      const from = first * stride + (head << 2), to = last * stride;
      let mean = f32x4.splat(0);
      for (let at = from; at < to; at += stride) {
        mean = f32x4.relaxed_madd(v128.load(attention + at), v128.load(gradient + at), mean);
      }
      for (let at = from, entry = first; entry < last; entry++, at += stride) {
        const sum = f32x4.add(own, loadLanes(theirs + word(colIdx, entry) * scoreStride, lanes));
        const share = f32x4.mul(v128.load(attention + at), f32x4.sub(v128.load(gradient + at), mean));
        v128.store(y + at, bySign(sum, share, f32x4.mul(share, slopes)));
      }
    }
  }
}
