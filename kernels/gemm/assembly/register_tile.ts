// Register tile of the blocked kernel over a packed panel of b. Imported by gemm.ts, not compiled by itself.

/**
 * Bytes of a row of a panel. A panel has eight columns (the last may have four), stored row by row, so that a
 * tile reads it as one stream.
 */
export const PANEL: usize = 32;
/**
 * Rows of a register tile: 6 x 8 needs twelve accumulators, two vectors of b and one value of a, fifteen
 * registers in all.
 */
export const HEIGHT: usize = 6;

// @ts-ignore: decorator
@inline
function start(add: bool, c: usize): v128 {
  return add ? v128.load(c) : f32x4.splat(0);
}

/**
 * Computes `height` (6 or 1) rows of c, one or two vectors wide, over `depth` terms. In a, consecutive rows
 * are `aRow` bytes apart, consecutive terms `aTerm` bytes.
 */
// @ts-ignore: decorator
@inline
export function tile(
  height: usize, vectors: usize, add: bool, depth: usize, a: usize, aRow: usize, aTerm: usize, panel: usize, c: usize,
  stride: usize,
): void {
  const zero = f32x4.splat(0);
  let l0 = start(add, c), l1 = zero, l2 = zero, l3 = zero, l4 = zero, l5 = zero;
  let r0 = zero, r1 = zero, r2 = zero, r3 = zero, r4 = zero, r5 = zero;
  if (vectors == 2) r0 = start(add, c + 16);
  if (height == 6) {
    l1 = start(add, c + stride), l2 = start(add, c + 2 * stride), l3 = start(add, c + 3 * stride);
    l4 = start(add, c + 4 * stride), l5 = start(add, c + 5 * stride);
    if (vectors == 2) {
      r1 = start(add, c + stride + 16), r2 = start(add, c + 2 * stride + 16), r3 = start(add, c + 3 * stride + 16);
      r4 = start(add, c + 4 * stride + 16), r5 = start(add, c + 5 * stride + 16);
    }
  }
  let lower = a + 3 * aRow;
  for (const end = a + depth * aTerm; a != end; a += aTerm, lower += aTerm, panel += vectors << 4) {
    const left = v128.load(panel), right = vectors == 2 ? v128.load(panel, 16) : left;
    let value = v128.load_splat<f32>(a);
    l0 = f32x4.relaxed_madd(left, value, l0);
    if (vectors == 2) r0 = f32x4.relaxed_madd(right, value, r0);
    if (height == 6) {
      value = v128.load_splat<f32>(a + aRow);
      l1 = f32x4.relaxed_madd(left, value, l1);
      if (vectors == 2) r1 = f32x4.relaxed_madd(right, value, r1);
      value = v128.load_splat<f32>(a + 2 * aRow);
      l2 = f32x4.relaxed_madd(left, value, l2);
      if (vectors == 2) r2 = f32x4.relaxed_madd(right, value, r2);
      value = v128.load_splat<f32>(lower);
      l3 = f32x4.relaxed_madd(left, value, l3);
      if (vectors == 2) r3 = f32x4.relaxed_madd(right, value, r3);
      value = v128.load_splat<f32>(lower + aRow);
      l4 = f32x4.relaxed_madd(left, value, l4);
      if (vectors == 2) r4 = f32x4.relaxed_madd(right, value, r4);
      value = v128.load_splat<f32>(lower + 2 * aRow);
      l5 = f32x4.relaxed_madd(left, value, l5);
      if (vectors == 2) r5 = f32x4.relaxed_madd(right, value, r5);
    }
  }
  v128.store(c, l0);
  if (vectors == 2) v128.store(c, r0, 16);
  if (height == 6) {
    v128.store(c + stride, l1), v128.store(c + 2 * stride, l2), v128.store(c + 3 * stride, l3);
    v128.store(c + 4 * stride, l4), v128.store(c + 5 * stride, l5);
    if (vectors == 2) {
      v128.store(c + stride, r1, 16), v128.store(c + 2 * stride, r2, 16), v128.store(c + 3 * stride, r3, 16);
      v128.store(c + 4 * stride, r4, 16), v128.store(c + 5 * stride, r5, 16);
    }
  }
}
