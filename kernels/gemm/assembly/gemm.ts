// c[r, :] = sum over k of a[r, k] * b[k, :]      dense matrix multiplication, a kernel an export (`<kernel>(begin, end, ...)`).
// All addresses and strides in bytes. a, b, c: f32, row-major, 16-byte aligned, strides multiples of 16. b and c have the
// same stride; their padding columns are computed too. Flags and sizes of tiles are constants wherever a function is
// inlined, so that no branch on them is left.

/** Items are rows: one entry of c after the other, one scalar sum. */
export function gemm_naive(
  begin: usize, end: usize, inner: usize, a: usize, aStride: usize, b: usize, c: usize, stride: usize,
): void {
  for (let row = begin; row < end; row++) {
    for (let at: usize = 0; at < stride; at += 4) {
      let sum: f32 = 0;
      for (let k: usize = 0; k < inner; k++) sum += load<f32>(a + row * aStride + (k << 2)) * load<f32>(b + k * stride + at);
      store<f32>(c + row * stride + at, sum);
    }
  }
}

/** A panel has eight columns (the last may have four), its rows one after the other: a tile reads it as one stream. */
const PANEL: usize = 32;
/** Rows of a register tile: 6 x 8 is twelve accumulators, two vectors of b and one value of a in sixteen registers. */
const HEIGHT: usize = 6;
/** Rows of a panel that are used at once, 32 KB of it. */
const DEPTH: usize = 1024;

/** Items are panels: copies b to `packed`, panel p to byte p * PANEL * inner. */
export function gemm_pack(begin: usize, end: usize, inner: usize, b: usize, stride: usize, packed: usize): void {
  for (let panel = begin; panel < end; panel++) {
    const at = panel * PANEL, width = min(PANEL, stride - at);
    let to = packed + at * inner;
    for (let from = b + at; from < b + at + inner * stride; from += stride, to += width) {
      v128.store(to, v128.load(from));
      if (width == PANEL) v128.store(to, v128.load(from, 16), 16);
    }
  }
}

// @ts-ignore: decorator
@inline
function start(add: bool, c: usize): v128 {
  return add ? v128.load(c) : f32x4.splat(0);
}

/** `height` (6 or 1) rows of c, one or two vectors wide, from `depth` values of each row of a. */
// @ts-ignore: decorator
@inline
function tile(
  height: usize, vectors: usize, add: bool, depth: usize, a: usize, aStride: usize, panel: usize, c: usize, stride: usize,
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
  let lower = a + 3 * aStride;
  for (const end = a + (depth << 2); a < end; a += 4, lower += 4, panel += vectors << 4) {
    const left = v128.load(panel), right = vectors == 2 ? v128.load(panel, 16) : left;
    let value = v128.load_splat<f32>(a);
    l0 = f32x4.relaxed_madd(left, value, l0);
    if (vectors == 2) r0 = f32x4.relaxed_madd(right, value, r0);
    if (height == 6) {
      value = v128.load_splat<f32>(a + aStride);
      l1 = f32x4.relaxed_madd(left, value, l1);
      if (vectors == 2) r1 = f32x4.relaxed_madd(right, value, r1);
      value = v128.load_splat<f32>(a + 2 * aStride);
      l2 = f32x4.relaxed_madd(left, value, l2);
      if (vectors == 2) r2 = f32x4.relaxed_madd(right, value, r2);
      value = v128.load_splat<f32>(lower);
      l3 = f32x4.relaxed_madd(left, value, l3);
      if (vectors == 2) r3 = f32x4.relaxed_madd(right, value, r3);
      value = v128.load_splat<f32>(lower + aStride);
      l4 = f32x4.relaxed_madd(left, value, l4);
      if (vectors == 2) r4 = f32x4.relaxed_madd(right, value, r4);
      value = v128.load_splat<f32>(lower + 2 * aStride);
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

/** Rows [first, last) of c, as far as one panel reaches. */
// @ts-ignore: decorator
@inline
function rows(
  vectors: usize, add: bool, depth: usize, first: usize, last: usize, a: usize, aStride: usize, panel: usize, c: usize,
  stride: usize,
): void {
  let row = first;
  for (; row + HEIGHT <= last; row += HEIGHT) {
    tile(6, vectors, add, depth, a + row * aStride, aStride, panel, c + row * stride, stride);
  }
  for (; row < last; row++) tile(1, vectors, add, depth, a + row * aStride, aStride, panel, c + row * stride, stride);
}

/** Items are register tiles of 6 rows; all of a block's tiles use a panel before the next one. */
export function gemm_blocked(
  begin: usize, end: usize, rowCount: usize, inner: usize, a: usize, aStride: usize, packed: usize, c: usize,
  stride: usize,
): void {
  const first = begin * HEIGHT, last = min(end * HEIGHT, rowCount);
  let k: usize = 0;
  do {
    const depth = min(DEPTH, inner - k), from = a + (k << 2), add = k > 0;
    let at: usize = 0;
    for (; at < (stride & ~31); at += PANEL) {
      rows(2, add, depth, first, last, from, aStride, packed + at * inner + k * PANEL, c + at, stride);
    }
    if (stride & 16) rows(1, add, depth, first, last, from, aStride, packed + at * inner + k * 16, c + at, stride);
    k += DEPTH;
  } while (k < inner);
}
