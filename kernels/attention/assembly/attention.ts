// Attention over the stored entries of a sparse matrix, H heads of d columns each, an export an operation.
// All addresses, strides and widths in bytes. rowPtr, colIdx, order: u32; sources: u32, the byte offset of each entry's row of x.
// Matrices: f32, row-major, 16-byte aligned, strides multiples of 16. Padding holds zeros, and so does that of a result.
// What a row's entries have of four heads goes through one vector; the last of a row of scores may begin anywhere and end with
// the row, so that it is loaded and stored a lane at a time where heads are no multiple of four.
import { exp } from "../../assembly/exponential.ts";

// @ts-ignore: decorator
@inline
function word(array: usize, index: usize): usize {
  return <usize>load<u32>(array + (index << 2));
}

/** The first `lanes` floats at an address of any alignment, 0 in the lanes after them. */
// @ts-ignore: decorator
@inline
function loadLanes(address: usize, lanes: usize): v128 {
  if (lanes >= 4) return v128.load(address);
  if (lanes == 1) return v128.load32_zero(address);
  const pair = v128.load64_zero(address);
  return lanes == 2 ? pair : v128.load_lane<f32>(address, pair, 2, 8);
}

// @ts-ignore: decorator
@inline
function storeLanes(address: usize, value: v128, lanes: usize): void {
  if (lanes >= 4) v128.store(address, value);
  else if (lanes == 1) v128.store_lane<f32>(address, value, 0);
  else {
    v128.store_lane<f64>(address, value, 0);
    if (lanes == 3) v128.store_lane<f32>(address, value, 2, 8);
  }
}

/** `left` where the sum is positive, else `right`. */
// @ts-ignore: decorator
@inline
function bySign(sum: v128, left: v128, right: v128): v128 {
  return v128.bitselect(left, right, f32x4.gt(sum, f32x4.splat(0)));
}

// ---- block-diagonal: items are rows of B, and columns of V with its padding -------------------------------------------------

/** y[h d + k, h] = x[0, h d + k], y[h d + k, H + h] = x[1, h d + k], all else 0. */
export function block_diagonal(
  begin: usize, end: usize, x: usize, xStride: usize, heads: usize, headWidth: usize, y: usize, stride: usize,
): void {
  for (let row = begin; row < end; row++) {
    const out = y + row * stride, head = out + (row / headWidth << 2), vector = x + (row << 2);
    memory.fill(out, 0, stride);
    store<f32>(head, load<f32>(vector));
    store<f32>(head + (heads << 2), load<f32>(vector + xStride));
  }
}

/** to[s, h d + k] = gradient[h d + k, s H + h]. */
export function block_diagonal_gradient(
  begin: usize, end: usize, gradient: usize, stride: usize, heads: usize, headWidth: usize, to: usize, toStride: usize,
): void {
  for (let column = begin; column < end; column++) {
    const head = column / headWidth, from = gradient + column * stride + (head << 2), out = to + (column << 2);
    const present = head < heads;
    store<f32>(out, present ? load<f32>(from) : 0);
    store<f32>(out + toStride, present ? load<f32>(from + (heads << 2)) : 0);
  }
}

// ---- edge-softmax: items are rows -------------------------------------------------------------------------------------------

/** Scores go to y with their maximum, exponentials of what is below it take their place, and are divided by their sum. */
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
      const from = y + first * stride + (head << 2), to = y + last * stride;
      let largest = f32x4.splat(-Infinity), total = f32x4.splat(0);
      for (let out = from, entry = first; entry < last; entry++, out += stride) {
        const sum = f32x4.add(own, loadLanes(theirs + word(colIdx, entry) * scoreStride, lanes));
        const score = bySign(sum, sum, f32x4.mul(sum, slopes));
        v128.store(out, score);
        largest = f32x4.max(largest, score);
      }
      for (let out = from; out < to; out += stride) {
        const share = exp(f32x4.sub(v128.load(out), largest));
        v128.store(out, share);
        total = f32x4.add(total, share);
      }
      const present = i32x4.gt_s(i32x4.splat(<i32>lanes), i32x4(0, 1, 2, 3));
      const factor = v128.and(f32x4.div(one, total), present);
      for (let out = from; out < to; out += stride) v128.store(out, f32x4.mul(v128.load(out), factor));
    }
  }
}

/** y[e] = leaky'(sum of e's scores) a[e] (g[e] - sum over the row of a[f] g[f]), with a, g and y of one stride. */
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

// ---- head-spmm: items are rows; columns go in passes of 32, 16, 8 and 4 as in spmm ------------------------------------------

/** Address of the weights of the entry whose source is at `entry`: its own, or those that `order` says. */
// @ts-ignore: decorator
@inline
function weightsOf(entry: usize, toOrder: usize, lastEntry: usize, inOrder: usize, stride: usize, weights: usize): usize {
  return toOrder ? weights + min(<usize>load<u32>(entry + toOrder), lastEntry) * stride : inOrder;
}

/**
 * Entries [first, last) times 1, 2, 4 or 8 vectors of x, where `perHead` vectors (1, 2 or 4; 8 for all of them) share a
 * weight. Weights of successive heads lie side by side.
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
  v128.store(y, a);
  if (vectors >= 2) v128.store(y, b, 16);
  if (vectors >= 4) {
    v128.store(y, c, 32);
    v128.store(y, d, 48);
  }
  if (vectors >= 8) {
    v128.store(y, e, 64);
    v128.store(y, f, 80);
    v128.store(y, g, 96);
    v128.store(y, h, 112);
  }
}

/** Where the weights of the columns from byte `at` on begin; a slice that is one head has one. */
// @ts-ignore: decorator
@inline
function headsAt(perHead: i32, weights: usize, at: usize): usize {
  if (perHead == 8) return weights;
  return weights + (perHead == 1 ? at >> 2 : perHead == 2 ? at >> 3 : at >> 4);
}

// What the touch pass has loaded; kept, so that no optimiser may drop the loads.
let sink: u32 = 0;

/** The sum of what touch passes loaded: of no use but to keep it. */
export function touched(): u32 {
  return sink;
}

/** One load of each entry's weights, which an order scatters over memory: more misses overlap than in a loop of products. */
// @ts-ignore: decorator
@inline
function touchWeights(first: usize, last: usize, order: usize, lastEntry: usize, stride: usize, weights: usize): void {
  let sum: u32 = 0;
  for (let entry = first; entry < last; entry++) sum += load<u32>(weights + min(word(order, entry), lastEntry) * stride);
  sink += sum;
}

/** Rows, each in `slices` of `width` bytes: all columns at once, or head by head where `perHead` is 8. */
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
 * y[r] = the sum over the row's entries of attention[order[e], h] x[c, head h], where d is a multiple of four and `headBytes`
 * are those of a head; `order` is 0 where entries are in their own, `lastEntry` the last row of the attention.
 */
export function head_spmm(
  begin: usize, end: usize, rowPtr: usize, sources: usize, order: usize, lastEntry: usize, weights: usize, stride: usize,
  x: usize, y: usize, yStride: usize, heads: usize, headBytes: usize,
): void {
  const toOrder = order ? order - sources : 0;
  if (headBytes == 16) {
    rows(1, begin, end, rowPtr, sources, toOrder, lastEntry, weights, stride, x, y, yStride, 1, yStride);
  } else if (headBytes == 32) {
    rows(2, begin, end, rowPtr, sources, toOrder, lastEntry, weights, stride, x, y, yStride, 1, yStride);
  } else if (headBytes == 64) {
    rows(4, begin, end, rowPtr, sources, toOrder, lastEntry, weights, stride, x, y, yStride, 1, yStride);
  } else {
    rows(8, begin, end, rowPtr, sources, toOrder, lastEntry, weights, stride, x, y, yStride, heads, headBytes);
  }
}

/** Four weights of an entry, brought to the columns of a vector that they belong to. */
// @ts-ignore: decorator
@inline
function spread(weight: usize, pattern: usize): v128 {
  return i8x16.relaxed_swizzle(v128.load(weight + <usize>load<u32>(pattern, 16)), v128.load(pattern));
}

/** Entries [first, last) times 1, 2 or 4 vectors of x, whose columns belong to heads as patterns say. */
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
  v128.store(y, a);
  if (vectors >= 2) v128.store(y, b, 16);
  if (vectors >= 4) {
    v128.store(y, c, 32);
    v128.store(y, d, 48);
  }
}

/**
 * The same for any d. `patterns` has 32 bytes for each vector of columns: which bytes of four weights go to its lanes, then
 * where among an entry's weights these four begin.
 */
export function head_spmm_odd(
  begin: usize, end: usize, rowPtr: usize, sources: usize, order: usize, lastEntry: usize, weights: usize, stride: usize,
  x: usize, y: usize, yStride: usize, patterns: usize,
): void {
  const toOrder = order ? order - sources : 0;
  for (let row = begin; row < end; row++) {
    const first = word(rowPtr, row), last = word(rowPtr, row + 1), out = y + row * yStride;
    if (toOrder) touchWeights(first, last, order, lastEntry, stride, weights);
    let at: usize = 0;
    for (; at < (yStride & ~63); at += 64) {
      const four = patterns + 2 * at;
      oddPass(4, first, last, sources, toOrder, lastEntry, weights, stride, four, x + at, out + at);
    }
    if (yStride & 32) {
      const two = patterns + 2 * at;
      oddPass(2, first, last, sources, toOrder, lastEntry, weights, stride, two, x + at, out + at);
      at += 32;
    }
    if (yStride & 16) {
      const one = patterns + 2 * at;
      oddPass(1, first, last, sources, toOrder, lastEntry, weights, stride, one, x + at, out + at);
    }
  }
}

// ---- head-sddmm: items are rows ---------------------------------------------------------------------------------------------

/** The product of `lanes` floats at two addresses, on top of a sum. */
// @ts-ignore: decorator
@inline
function product(a: usize, b: usize, lanes: usize, sum: v128): v128 {
  return f32x4.relaxed_madd(loadLanes(a, lanes), loadLanes(b, lanes), sum);
}

/** Products of one head, in four partial sums. */
// @ts-ignore: decorator
@inline
function dot(a: usize, b: usize, whole: usize, rest: usize): v128 {
  let sum = f32x4.splat(0);
  for (let at: usize = 0; at < whole; at += 16) sum = product(a + at, b + at, 4, sum);
  return rest ? product(a + whole, b + whole, rest, sum) : sum;
}

/** Lane i of the result is the sum of the lanes of the i-th vector. */
// @ts-ignore: decorator
@inline
function sums(a: v128, b: v128, c: v128, d: v128): v128 {
  const left = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
  const right = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7));
  return f32x4.add(v128.shuffle<f32>(left, right, 0, 1, 4, 5), v128.shuffle<f32>(left, right, 2, 3, 6, 7));
}

/** y[e, h] = a[row of e, head h] . b[column of e, head h], with a and b of one stride. */
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
          // Four heads side by side: four sums that do not wait for each other.
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

// ---- entry-sums: items are columns of the matrix, which are rows of its transpose -------------------------------------------

/** to[v] = (the sum of row v's entries, 0 from row `rows` on; that of column v's, which `order` names). */
export function entry_sums(
  begin: usize, end: usize, rows: usize, rowPtr: usize, columnPtr: usize, order: usize, lastEntry: usize, entries: usize,
  stride: usize, heads: usize, to: usize, toStride: usize,
): void {
  for (let vertex = begin; vertex < end; vertex++) {
    const out = to + vertex * toStride;
    memory.fill(out, 0, toStride);
    const first = vertex < rows ? word(rowPtr, vertex) : 0, last = vertex < rows ? word(rowPtr, vertex + 1) : 0;
    const firstOrder = word(columnPtr, vertex), lastOrder = word(columnPtr, vertex + 1);
    for (let head: usize = 0; head < heads; head += 4) {
      const from = entries + (head << 2), lanes = heads - head;
      let sum = f32x4.splat(0);
      for (let entry = first; entry < last; entry++) sum = f32x4.add(sum, v128.load(from + entry * stride));
      storeLanes(out + (head << 2), sum, lanes);
      sum = f32x4.splat(0);
      for (let i = firstOrder; i < lastOrder; i++) {
        sum = f32x4.add(sum, v128.load(from + min(word(order, i), lastEntry) * stride));
      }
      storeLanes(out + ((heads + head) << 2), sum, lanes);
    }
  }
}
