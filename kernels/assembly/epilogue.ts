// Epilogue y = dropout(activation(z + bias)) of whole rows, or its gradient. Imported by other modules, not
// compiled by itself.
// All addresses and strides in bytes. Matrices: f32, row-major, 16-byte aligned, strides multiples of 16;
// padding columns are computed too. Flags are constants wherever a function is inlined, so that no branch on
// them is left.
// The parameters of an epilogue lie in memory as seven words (`kernels/epilogue/wasm.ts`): negative slope and
// 1 / (1 - rate) (f32), least 16 bits that are kept, seed, stream, address of the bias or 0, address of the
// training step or 0 where nothing is drawn.
import { column_bits, draw } from "./dropout.ts";

/**
 * Applies the epilogue to one vector, whose columns have their bias at address `column`; returns the bias
 * address of the next vector. A gradient is multiplied by `scale` or `below`, another entry by `below` where
 * it is negative; `mask` keeps the entries that are not dropped.
 */
// @ts-ignore: decorator
@inline
function ended(
  gradient: bool, drops: bool, from: usize, y: usize, to: usize, column: usize, bias: usize, stride: usize,
  below: v128, scale: v128, mask: v128,
): usize {
  const zero = f32x4.splat(0);
  let value = v128.load(from);
  if (gradient) value = f32x4.mul(value, v128.bitselect(scale, below, f32x4.gt(v128.load(y), zero)));
  else {
    if (bias) {
      value = f32x4.add(value, v128.load(column));
      column = column + 16 == bias + stride ? bias : column + 16;
    }
    value = v128.bitselect(value, f32x4.mul(value, below), f32x4.gt(value, zero));
    if (drops) value = f32x4.mul(value, scale);
  }
  v128.store(to, drops ? v128.and(value, mask) : value);
  return column;
}

/**
 * Applies the epilogue to rows [first, last), which are contiguous in memory, and so are their blocks of
 * random numbers, one block per vector.
 */
// @ts-ignore: decorator
@inline
function end_vectors(
  gradient: bool, drops: bool, first: usize, last: usize, from: usize, y: usize, to: usize, stride: usize,
  epilogue: usize, step: i32,
): void {
  const scale = v128.load_splat<f32>(epilogue, 4), least = v128.load_splat<i32>(epilogue, 8);
  const slope = v128.load_splat<f32>(epilogue), below = gradient ? f32x4.mul(scale, slope) : slope;
  const seed = load<i32>(epilogue, 12), stream = load<i32>(epilogue, 16), bias = load<u32>(epilogue, 20);
  let column = bias, mask = v128.splat<i32>(0);
  for (let at = first * stride, end = last * stride; at < end; at += 16) {
    if (drops) {
      draw(i32x4.add(i32x4.splat(<i32>(at >> 4)), i32x4(0, 1, 2, 3)), seed, stream, step);
      mask = i32x4.ge_s(column_bits(0), least);
    }
    column = ended(gradient, drops, from + at, y + at, to + at, column, bias, stride, below, scale, mask);
    if ((at += 16) == end) break;
    if (drops) mask = i32x4.ge_s(column_bits(1), least);
    column = ended(gradient, drops, from + at, y + at, to + at, column, bias, stride, below, scale, mask);
    if ((at += 16) == end) break;
    if (drops) mask = i32x4.ge_s(column_bits(2), least);
    column = ended(gradient, drops, from + at, y + at, to + at, column, bias, stride, below, scale, mask);
    if ((at += 16) == end) break;
    if (drops) mask = i32x4.ge_s(column_bits(3), least);
    column = ended(gradient, drops, from + at, y + at, to + at, column, bias, stride, below, scale, mask);
  }
}

/**
 * Computes rows [first, last) of `to`: the epilogue of `from`, or, given the epilogue's result `y`, its
 * gradient, where `from` is the gradient with respect to `y`. `to` may be `from`.
 */
// @ts-ignore: decorator
@inline
export function finish(
  gradient: bool, first: usize, last: usize, from: usize, y: usize, to: usize, stride: usize, epilogue: usize,
): void {
  const step = load<u32>(epilogue, 24);
  if (step) end_vectors(gradient, true, first, last, from, y, to, stride, epilogue, load<i32>(step));
  else end_vectors(gradient, false, first, last, from, y, to, stride, epilogue, 0);
}
