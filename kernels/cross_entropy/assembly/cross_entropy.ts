// softmax: loss[r] = w[r] (log sum exp z[r, :] - z[r, label[r]]), gradient = w[r] (softmax(z[r, :]) -
// onehot(label[r])).
// sigmoid: loss[r] = w[r] sum (max(z, 0) - t z + log(1 + exp(-|z|))), gradient = w[r] (1 / (1 + exp(-z)) -
// t).
// Work items are rows; one export per function. All addresses and strides in bytes.
// Matrices: f32, row-major, 16-byte aligned, strides multiples of 16; the padding of z and t holds zeros, and
// so does that of a result. label: u32, w: f32, one per row.
// A score that is not finite makes its row's loss NaN; in the gradient it makes NaN of its row with labels,
// of its entry with targets.

import { exp, horner } from "../../assembly/exponential.ts";

const LN2: f32 = 0.69314718;

/**
 * Computes log(1 + e) for e from 0 to 1, to 3 units in the last place: 2 artanh(e / (2 + e)) by its series.
 */
// @ts-ignore: decorator
@inline
function log1p(e: v128): v128 {
  const t = f32x4.div(e, f32x4.add(e, f32x4.splat(2)));
  const u = f32x4.mul(t, t);
  let s = horner(f32x4.splat(<f32>(2.0 / 15)), u, <f32>(2.0 / 13));
  s = horner(s, u, <f32>(2.0 / 11));
  s = horner(s, u, <f32>(2.0 / 9));
  s = horner(s, u, <f32>(2.0 / 7));
  s = horner(s, u, <f32>(2.0 / 5));
  s = horner(s, u, <f32>(2.0 / 3));
  return f32x4.mul(t, horner(s, u, 2));
}

/**
 * Computes log(s) for s from 1, to 2 units in the last place: 2 artanh((m - 1) / (m + 1)) for the mantissa m,
 * plus the exponent.
 */
function log(s: f32): f32 {
  if (!(s <= f32.MAX_VALUE)) return s;
  let exponent = (reinterpret<i32>(s) >> 23) - 127;
  let m = reinterpret<f32>((reinterpret<i32>(s) & 0x7fffff) | 0x3f800000);
  if (m > <f32>1.41421356) {
    m *= 0.5;
    exponent++;
  }
  const t = (m - 1) / (m + 1), u = t * t;
  const series = (((<f32>(2.0 / 9) * u + <f32>(2.0 / 7)) * u + <f32>(2.0 / 5)) * u + <f32>(2.0 / 3)) * u + 2;
  return <f32>exponent * LN2 + t * series;
}

/** Mask of the lanes of a row's last vector that are columns and not padding. */
// @ts-ignore: decorator
@inline
function columns(classes: usize): v128 {
  return i32x4.le_u(i32x4(0, 1, 2, 3), i32x4.splat(<i32>((classes - 1) & 3)));
}

// @ts-ignore: decorator
@inline
function largestLane(x: v128): f32 {
  const half = f32x4.max(x, v128.shuffle<f32>(x, x, 2, 3, 0, 1));
  return max(f32x4.extract_lane(half, 0), f32x4.extract_lane(half, 1));
}

// @ts-ignore: decorator
@inline
function sumOfLanes(x: v128): f32 {
  const half = f32x4.add(x, v128.shuffle<f32>(x, x, 2, 3, 0, 1));
  return f32x4.extract_lane(half, 0) + f32x4.extract_lane(half, 1);
}

/** Computes x - x: 0, or NaN where x is not finite. */
// @ts-ignore: decorator
@inline
function unlessFinite(x: v128): v128 {
  return f32x4.sub(x, x);
}

/**
 * Finds the largest score of the row at z, NaN where one is not finite. `last` is the offset of the row's
 * last vector, `mask` selects its columns.
 */
// @ts-ignore: decorator
@inline
function rowLargest(z: usize, last: usize, mask: v128): f32 {
  let largest = v128.bitselect(v128.load(z + last), f32x4.splat(-f32.MAX_VALUE), mask);
  let broken = unlessFinite(largest);
  for (let at: usize = 0; at < last; at += 16) {
    const score = v128.load(z + at);
    largest = f32x4.max(largest, score);
    broken = f32x4.add(broken, unlessFinite(score));
  }
  return largestLane(f32x4.add(largest, broken));
}

/** Class of a row; an invalid label (the host lets none through) counts as the last class. */
// @ts-ignore: decorator
@inline
function labelOf(truth: usize, row: usize, classes: usize): usize {
  return min(<usize>load<u32>(truth + (row << 2)), classes - 1);
}

/** Writes the softmax loss of each row; `to` has rows of 16 bytes, and there is at least one class. */
export function softmax_loss(
  begin: usize, end: usize, classes: usize, logits: usize, stride: usize, truth: usize, weights: usize, to: usize,
): void {
  const mask = columns(classes), last = stride - 16;
  for (let row = begin; row < end; row++) {
    const z = logits + row * stride, largest = rowLargest(z, last, mask);
    let sum = v128.and(exp(f32x4.sub(v128.load(z + last), f32x4.splat(largest))), mask);
    for (let at: usize = 0; at < last; at += 16) {
      sum = f32x4.add(sum, exp(f32x4.sub(v128.load(z + at), f32x4.splat(largest))));
    }
    const behind = largest - load<f32>(z + (labelOf(truth, row, classes) << 2));
    const loss = load<f32>(weights + (row << 2)) * (behind + log(sumOfLanes(sum)));
    v128.store(to + (row << 4), f32x4.replace_lane(f32x4.splat(0), 0, loss));
  }
}

/**
 * Writes the softmax gradient of each row; `to` has the stride of the scores, and there is at least one
 * class.
 */
export function softmax_gradient(
  begin: usize, end: usize, classes: usize, logits: usize, stride: usize, truth: usize, weights: usize, to: usize,
): void {
  const mask = columns(classes), last = stride - 16;
  for (let row = begin; row < end; row++) {
    const z = logits + row * stride, gradient = to + row * stride, largest = rowLargest(z, last, mask);
    let sum = v128.and(exp(f32x4.sub(v128.load(z + last), f32x4.splat(largest))), mask);
    v128.store(gradient + last, sum);
    for (let at: usize = 0; at < last; at += 16) {
      const power = exp(f32x4.sub(v128.load(z + at), f32x4.splat(largest)));
      v128.store(gradient + at, power);
      sum = f32x4.add(sum, power);
    }
    const weight = load<f32>(weights + (row << 2)), scale = f32x4.splat(weight / sumOfLanes(sum));
    for (let at: usize = 0; at < stride; at += 16) {
      v128.store(gradient + at, f32x4.mul(v128.load(gradient + at), scale));
    }
    const label = gradient + (labelOf(truth, row, classes) << 2);
    store<f32>(label, load<f32>(label) - weight);
  }
}

// @ts-ignore: decorator
@inline
function sigmoidLoss(z: v128, target: v128): v128 {
  const linear = f32x4.sub(f32x4.max(z, f32x4.splat(0)), f32x4.mul(target, z));
  return f32x4.add(f32x4.add(linear, unlessFinite(z)), log1p(exp(f32x4.neg(f32x4.abs(z)))));
}

/**
 * Writes the sigmoid loss of each row; targets have the stride of the scores, `to` has rows of 16 bytes.
 */
export function sigmoid_loss(
  begin: usize, end: usize, classes: usize, logits: usize, stride: usize, truth: usize, weights: usize, to: usize,
): void {
  const mask = columns(classes), last = stride - 16;
  for (let row = begin; row < end; row++) {
    const z = logits + row * stride, target = truth + row * stride;
    let sum = f32x4.splat(0);
    if (stride > 0) {
      sum = v128.and(sigmoidLoss(v128.load(z + last), v128.load(target + last)), mask);
      for (let at: usize = 0; at < last; at += 16) {
        sum = f32x4.add(sum, sigmoidLoss(v128.load(z + at), v128.load(target + at)));
      }
    }
    const loss = load<f32>(weights + (row << 2)) * sumOfLanes(sum);
    v128.store(to + (row << 4), f32x4.replace_lane(f32x4.splat(0), 0, loss));
  }
}

// @ts-ignore: decorator
@inline
function sigmoidGradient(z: v128, target: v128, weight: v128): v128 {
  const e = exp(f32x4.neg(f32x4.abs(z))), one = f32x4.splat(1);
  const share = f32x4.div(v128.bitselect(e, one, f32x4.lt(z, f32x4.splat(0))), f32x4.add(e, one));
  return f32x4.mul(weight, f32x4.add(f32x4.sub(share, target), unlessFinite(z)));
}

/** Writes the sigmoid gradient of each row; targets and `to` have the stride of the scores. */
export function sigmoid_gradient(
  begin: usize, end: usize, classes: usize, logits: usize, stride: usize, truth: usize, weights: usize, to: usize,
): void {
  const mask = columns(classes), last = stride - 16;
  for (let row = begin; row < end; row++) {
    const z = logits + row * stride, target = truth + row * stride, gradient = to + row * stride;
    const weight = v128.load_splat<f32>(weights + (row << 2));
    for (let at: usize = 0; at < last; at += 16) {
      v128.store(gradient + at, sigmoidGradient(v128.load(z + at), v128.load(target + at), weight));
    }
    const end = sigmoidGradient(v128.load(z + last), v128.load(target + last), weight);
    v128.store(gradient + last, v128.and(end, mask));
  }
}
