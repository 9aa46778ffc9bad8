// tanh_gate: y[r, :] = tanh(s[r]) x[r, :].
// tanh_gate_gradient: t[r] = (1 - tanh(s[r])^2) sum over c of x[r, c] g[r, c].
// Work items are rows; one export per function. All addresses and strides in bytes.
// Matrices: f32, row-major, 16-byte aligned. x, y and g have the same stride, a multiple of 16; s and t have
// rows of 16 bytes. The padding of operands holds zeros, and so does that of a result.
import { exp } from "../../assembly/exponential.ts";

/** Computes exp(-2 |s|) in every lane, for the score of a row. */
// @ts-ignore: decorator
@inline
function decay(scores: usize, row: usize): v128 {
  return exp(f32x4.mul(f32x4.abs(v128.load_splat<f32>(scores + (row << 4))), f32x4.splat(-2)));
}

/** Scales rows by the hyperbolic tangent of their scores; there is at least one column. */
export function tanh_gate(begin: usize, end: usize, x: usize, stride: usize, scores: usize, y: usize): void {
  const one = f32x4.splat(1);
  for (let row = begin; row < end; row++) {
    const e = decay(scores, row), sign = v128.and(v128.load_splat<f32>(scores + (row << 4)), f32x4.splat(-0.0));
    const factor = v128.or(f32x4.div(f32x4.sub(one, e), f32x4.add(one, e)), sign);
    for (let at = row * stride, last = at + stride; at < last; at += 16) {
      v128.store(y + at, f32x4.mul(v128.load(x + at), factor));
    }
  }
}

/** Computes the gradient of the scores; without columns every sum is 0. */
export function tanh_gate_gradient(
  begin: usize, end: usize, x: usize, stride: usize, scores: usize, gradient: usize, to: usize,
): void {
  const one = f32x4.splat(1), four = f32x4.splat(4);
  for (let row = begin; row < end; row++) {
    let sum = f32x4.splat(0);
    for (let at = row * stride, last = at + stride; at < last; at += 16) {
      sum = f32x4.add(sum, f32x4.mul(v128.load(x + at), v128.load(gradient + at)));
    }
    sum = f32x4.add(sum, v128.shuffle<f32>(sum, sum, 2, 3, 0, 1));
    sum = f32x4.add(sum, v128.shuffle<f32>(sum, sum, 1, 0, 3, 2));
    const e = decay(scores, row), denominator = f32x4.add(one, e);
    const slope = f32x4.div(f32x4.mul(four, e), f32x4.mul(denominator, denominator));
    const product = f32x4.extract_lane(f32x4.mul(slope, sum), 0);
    v128.store(to + (row << 4), f32x4.replace_lane(f32x4.splat(0), 0, product));
  }
}
