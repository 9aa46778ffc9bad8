// SpMM with a weight for each entry and head; work items are rows, columns go in passes of 32, 16, 8 and 4 as
// in spmm. Arguments as in ../../assembly/attention.ts.
import { storeVectors } from "../../../assembly/vectors.ts";
import { word } from "../../../assembly/word.ts";

/**
 * Address of the weights of the entry whose source is at `entry`: the entry's own weights, or those that
 * `order` names.
 */
// @ts-ignore: decorator
@inline
function weightsOf(entry: usize, toOrder: usize, lastEntry: usize, inOrder: usize, stride: usize, weights: usize): usize {
  return toOrder ? weights + min(<usize>load<u32>(entry + toOrder), lastEntry) * stride : inOrder;
}

/**
 * Multiplies entries [first, last) by 1, 2, 4 or 8 vectors of x, where `perHead` vectors (1, 2 or 4; 8 if all
 * of them) share a weight. Weights of successive heads are contiguous.
 */
// @ts-ignore: decorator
@inline
function pass(
  vectors: i32, perHead: i32, first: usize, last: usize, sources: usize, toOrder: usize, lastEntry: usize, weights: usize,
  stride: usize, x: usize, y: usize,
): void {
  let a = f32x4.splat(0), b = a, c = a, d = a, e = a, f = a, g = a, h = a;
  let inOrder = weights + first * stride;
  const end = sources + (last << 2);
  for (let entry = sources + (first << 2); entry < end; entry += 4, inOrder += stride) {
    const source = x + <usize>load<u32>(entry);
    const weight = weightsOf(entry, toOrder, lastEntry, inOrder, stride, weights);
    let value = v128.load_splat<f32>(weight);
    a = f32x4.relaxed_madd(v128.load(source), value, a);
    if (vectors >= 2) {
      if (perHead == 1) value = v128.load_splat<f32>(weight, 4);
      b = f32x4.relaxed_madd(v128.load(source, 16), value, b);
    }
    if (vectors >= 4) {
      if (perHead == 1) value = v128.load_splat<f32>(weight, 8);
      if (perHead == 2) value = v128.load_splat<f32>(weight, 4);
      c = f32x4.relaxed_madd(v128.load(source, 32), value, c);
      if (perHead == 1) value = v128.load_splat<f32>(weight, 12);
      d = f32x4.relaxed_madd(v128.load(source, 48), value, d);
    }
    if (vectors >= 8) {
      if (perHead == 1) value = v128.load_splat<f32>(weight, 16);
      if (perHead == 2) value = v128.load_splat<f32>(weight, 8);
      if (perHead == 4) value = v128.load_splat<f32>(weight, 4);
      e = f32x4.relaxed_madd(v128.load(source, 64), value, e);
      if (perHead == 1) value = v128.load_splat<f32>(weight, 20);
      f = f32x4.relaxed_madd(v128.load(source, 80), value, f);
      if (perHead == 1) value = v128.load_splat<f32>(weight, 24);
      if (perHead == 2) value = v128.load_splat<f32>(weight, 12);
      g = f32x4.relaxed_madd(v128.load(source, 96), value, g);
      if (perHead == 1) value = v128.load_splat<f32>(weight, 28);
      h = f32x4.relaxed_madd(v128.load(source, 112), value, h);
    }
  }
  storeVectors(vectors, y, a, b, c, d, e, f, g, h);
}

/** Address of the weights of the columns from byte `at` on; a slice of a single head has one weight. */
// @ts-ignore: decorator
@inline
function headsAt(perHead: i32, weights: usize, at: usize): usize {
  if (perHead == 8) return weights;
  return weights + (perHead == 1 ? at >> 2 : perHead == 2 ? at >> 3 : at >> 4);
}

// Sum of the values that the touch pass loaded; stored so that no optimiser drops the loads.
let sink: u32 = 0;

/** Returns the sum of the values that touch passes loaded, so that no optimiser drops the loads. */
export function touched(): u32 {
  return sink;
}

/**
 * Loads each entry's weights once before they are used. An order scatters the weights over memory, and more
 * cache misses overlap here than in a loop of products.
 */
// @ts-ignore: decorator
@inline
function touchWeights(first: usize, last: usize, order: usize, lastEntry: usize, stride: usize, weights: usize): void {
  let sum: u32 = 0;
  for (let entry = first; entry < last; entry++) sum += load<u32>(weights + min(word(order, entry), lastEntry) * stride);
  sink += sum;
}

/**
 * Multiplies rows in `slices` of `width` bytes each: all columns at once, or head by head where `perHead` is
 * 8.
 */
// @ts-ignore: decorator
@inline
function rows(
  perHead: i32, begin: usize, end: usize, rowPtr: usize, sources: usize, toOrder: usize, lastEntry: usize, weights: usize,
  stride: usize, x: usize, y: usize, yStride: usize, slices: usize, width: usize,
): void {
  for (let row = begin; row < end; row++) {
    const first = word(rowPtr, row), last = word(rowPtr, row + 1);
    if (toOrder) touchWeights(first, last, sources + toOrder, lastEntry, stride, weights);
    for (let slice: usize = 0; slice < slices; slice++) {
      const from = x + slice * width, out = y + row * yStride + slice * width, own = weights + (slice << 2);
      let at: usize = 0;
      for (; at < (width & ~127); at += 128) {
        pass(8, perHead, first, last, sources, toOrder, lastEntry, headsAt(perHead, own, at), stride, from + at, out + at);
      }
      if (width & 64) {
        pass(4, perHead, first, last, sources, toOrder, lastEntry, headsAt(perHead, own, at), stride, from + at, out + at);
        at += 64;
      }
      if (perHead != 4 && width & 32) {
        pass(2, perHead, first, last, sources, toOrder, lastEntry, headsAt(perHead, own, at), stride, from + at, out + at);
        at += 32;
      }
      if (perHead != 4 && perHead != 2 && width & 16) {
        pass(1, perHead, first, last, sources, toOrder, lastEntry, headsAt(perHead, own, at), stride, from + at, out + at);
      }
    }
  }
}

/**
 * Computes y[r] = the sum over the row's entries of attention[order[e], h] x[c, head h], where d is a
 * multiple of four and `headBytes` is the size of a head. `order` is 0 where the attention has the order of
 * the entries; `lastEntry` is the last row of the attention.
 */
export function head_spmm(
  begin: usize, end: usize, rowPtr: usize, sources: usize, order: usize, lastEntry: usize, weights: usize,
  weightStride: usize, x: usize, y: usize, yStride: usize, heads: usize, headBytes: usize,
): void {
  const toOrder = order ? order - sources : 0;
  if (headBytes == 16) {
    rows(
      1, begin, end, rowPtr, sources, toOrder, lastEntry, weights, weightStride, x, y, yStride, 1, yStride,
    );
  } else if (headBytes == 32) {
    rows(
      2, begin, end, rowPtr, sources, toOrder, lastEntry, weights, weightStride, x, y, yStride, 1, yStride,
    );
  } else if (headBytes == 64) {
    rows(
      4, begin, end, rowPtr, sources, toOrder, lastEntry, weights, weightStride, x, y, yStride, 1, yStride,
    );
  } else {
    rows(
      8, begin, end, rowPtr, sources, toOrder, lastEntry, weights, weightStride, x, y, yStride, heads, headBytes,
    );
  }
}

/** Distributes four weights of an entry to the columns of a vector. */
// @ts-ignore: decorator
@inline
function spread(weight: usize, pattern: usize): v128 {
  return i8x16.relaxed_swizzle(v128.load(weight + <usize>load<u32>(pattern, 16)), v128.load(pattern));
}

/**
 * Multiplies entries [first, last) by 1, 2 or 4 vectors of x, whose columns are assigned to heads by
 * `patterns`.
 */
// @ts-ignore: decorator
@inline
function oddPass(
  vectors: i32, first: usize, last: usize, sources: usize, toOrder: usize, lastEntry: usize, weights: usize, stride: usize,
  patterns: usize, x: usize, y: usize,
): void {
  let a = f32x4.splat(0), b = a, c = a, d = a;
  let inOrder = weights + first * stride;
  const end = sources + (last << 2);
  for (let entry = sources + (first << 2); entry < end; entry += 4, inOrder += stride) {
    const source = x + <usize>load<u32>(entry);
    const weight = weightsOf(entry, toOrder, lastEntry, inOrder, stride, weights);
    a = f32x4.relaxed_madd(v128.load(source), spread(weight, patterns), a);
    if (vectors >= 2) b = f32x4.relaxed_madd(v128.load(source, 16), spread(weight, patterns + 32), b);
    if (vectors >= 4) {
      c = f32x4.relaxed_madd(v128.load(source, 32), spread(weight, patterns + 64), c);
      d = f32x4.relaxed_madd(v128.load(source, 48), spread(weight, patterns + 96), d);
    }
  }
  storeVectors(vectors, y, a, b, c, d, d, d, d, d);
}

/**
 * Computes the product of {@link head_spmm} for any d. `patterns` has 32 bytes for each vector of columns:
 * the swizzle that brings four weights to its lanes, then the position of these four among an entry's
 * weights.
 */
export function head_spmm_odd(
  begin: usize, end: usize, rowPtr: usize, sources: usize, order: usize, lastEntry: usize, weights: usize,
  weightStride: usize, x: usize, y: usize, yStride: usize, patterns: usize,
): void {
  const toOrder = order ? order - sources : 0;
  for (let row = begin; row < end; row++) {
    const first = word(rowPtr, row), last = word(rowPtr, row + 1), out = y + row * yStride;
    if (toOrder) touchWeights(first, last, order, lastEntry, weightStride, weights);
    let at: usize = 0;
    for (; at < (yStride & ~63); at += 64) {
      const four = patterns + 2 * at;
      oddPass(4, first, last, sources, toOrder, lastEntry, weights, weightStride, four, x + at, out + at);
    }
    if (yStride & 32) {
      const two = patterns + 2 * at;
      oddPass(2, first, last, sources, toOrder, lastEntry, weights, weightStride, two, x + at, out + at);
      at += 32;
    }
    if (yStride & 16) {
      const one = patterns + 2 * at;
      oddPass(1, first, last, sources, toOrder, lastEntry, weights, weightStride, one, x + at, out + at);
    }
  }
}
