// y[r, :] = sum over the stored entries (r, c, v) of v * x[c, :]      CSR SpMM over rows [begin, end).
// All addresses and strides in bytes. rowPtr and colIdx are u32; values is 0 where every entry is 1.
// x and y: f32, row-major, 16-byte aligned, the same stride, a multiple of 16; the padding columns are computed too.
// A row belongs to one thread. Its columns go in passes of 32 (eight vector accumulators: with sixteen V8 spills, and
// every load carries a bounds check), then 16, 8 and 4.

// What the touch pass has loaded; kept, so that no optimiser may drop the loads.
let sink: u32 = 0;

/** The sum of what {@link row_split}'s touch pass loaded: of no use but to keep it. */
export function touched(): u32 {
  return sink;
}

/** One scalar load from each cache line of each source row of entries [first, last), so that many misses overlap. */
// @ts-ignore: decorator
@inline
function touchRows(first: usize, last: usize, x: usize, stride: usize): void {
  let sum: u32 = 0;
  for (let entry = first; entry < last; entry += 4) {
    const source = x + <usize>load<u32>(entry) * stride;
    for (let line: usize = 0; line < stride; line += 64) sum += load<u32>(source + line);
  }
  sink += sum;
}

// @ts-ignore: decorator
@inline
function accumulate(weighted: bool, sum: v128, value: v128, x: v128): v128 {
  return weighted ? f32x4.relaxed_madd(x, value, sum) : f32x4.add(x, sum);
}

// @ts-ignore: decorator
@inline
function pass8(weighted: bool, first: usize, last: usize, toValue: usize, x: usize, stride: usize, y: usize): void {
  let a = f32x4.splat(0), b = a, c = a, d = a, e = a, f = a, g = a, h = a;
  for (let entry = first; entry < last; entry += 4) {
    const source = x + <usize>load<u32>(entry) * stride;
    const value = weighted ? v128.load_splat<f32>(entry + toValue) : f32x4.splat(1);
    a = accumulate(weighted, a, value, v128.load(source));
    b = accumulate(weighted, b, value, v128.load(source, 16));
    c = accumulate(weighted, c, value, v128.load(source, 32));
    d = accumulate(weighted, d, value, v128.load(source, 48));
    e = accumulate(weighted, e, value, v128.load(source, 64));
    f = accumulate(weighted, f, value, v128.load(source, 80));
    g = accumulate(weighted, g, value, v128.load(source, 96));
    h = accumulate(weighted, h, value, v128.load(source, 112));
  }
  v128.store(y, a);
  v128.store(y, b, 16);
  v128.store(y, c, 32);
  v128.store(y, d, 48);
  v128.store(y, e, 64);
  v128.store(y, f, 80);
  v128.store(y, g, 96);
  v128.store(y, h, 112);
}

// @ts-ignore: decorator
@inline
function pass4(weighted: bool, first: usize, last: usize, toValue: usize, x: usize, stride: usize, y: usize): void {
  let a = f32x4.splat(0), b = a, c = a, d = a;
  for (let entry = first; entry < last; entry += 4) {
    const source = x + <usize>load<u32>(entry) * stride;
    const value = weighted ? v128.load_splat<f32>(entry + toValue) : f32x4.splat(1);
    a = accumulate(weighted, a, value, v128.load(source));
    b = accumulate(weighted, b, value, v128.load(source, 16));
    c = accumulate(weighted, c, value, v128.load(source, 32));
    d = accumulate(weighted, d, value, v128.load(source, 48));
  }
  v128.store(y, a);
  v128.store(y, b, 16);
  v128.store(y, c, 32);
  v128.store(y, d, 48);
}

// @ts-ignore: decorator
@inline
function pass2(weighted: bool, first: usize, last: usize, toValue: usize, x: usize, stride: usize, y: usize): void {
  let a = f32x4.splat(0), b = a;
  for (let entry = first; entry < last; entry += 4) {
    const source = x + <usize>load<u32>(entry) * stride;
    const value = weighted ? v128.load_splat<f32>(entry + toValue) : f32x4.splat(1);
    a = accumulate(weighted, a, value, v128.load(source));
    b = accumulate(weighted, b, value, v128.load(source, 16));
  }
  v128.store(y, a);
  v128.store(y, b, 16);
}

// @ts-ignore: decorator
@inline
function pass1(weighted: bool, first: usize, last: usize, toValue: usize, x: usize, stride: usize, y: usize): void {
  let a = f32x4.splat(0);
  for (let entry = first; entry < last; entry += 4) {
    const source = x + <usize>load<u32>(entry) * stride;
    const value = weighted ? v128.load_splat<f32>(entry + toValue) : f32x4.splat(1);
    a = accumulate(weighted, a, value, v128.load(source));
  }
  v128.store(y, a);
}

// @ts-ignore: decorator
@inline
function rows(
  weighted: bool, begin: usize, end: usize, rowPtr: usize, colIdx: usize, values: usize, x: usize, y: usize,
  stride: usize, touch: bool,
): void {
  const toValue = values - colIdx;
  const wide = stride & ~127;
  let last = colIdx + (<usize>load<u32>(rowPtr + (begin << 2)) << 2);
  for (let row = begin; row < end; row++) {
    const first = last;
    last = colIdx + (<usize>load<u32>(rowPtr + (row << 2), 4) << 2);
    if (touch) touchRows(first, last, x, stride);
    const out = y + row * stride;
    let at: usize = 0;
    for (; at < wide; at += 128) pass8(weighted, first, last, toValue, x + at, stride, out + at);
    if (stride & 64) {
      pass4(weighted, first, last, toValue, x + at, stride, out + at);
      at += 64;
    }
    if (stride & 32) {
      pass2(weighted, first, last, toValue, x + at, stride, out + at);
      at += 32;
    }
    if (stride & 16) pass1(weighted, first, last, toValue, x + at, stride, out + at);
  }
}

/** Vectors of four columns. `touch` adds a pass before each row that loads one word a cache line of its sources. */
export function row_split(
  begin: usize, end: usize, rowPtr: usize, colIdx: usize, values: usize, x: usize, y: usize, stride: usize, touch: bool,
): void {
  if (values) rows(true, begin, end, rowPtr, colIdx, values, x, y, stride, touch);
  else rows(false, begin, end, rowPtr, colIdx, values, x, y, stride, touch);
}

/** One column at a time, one scalar accumulator: the simplest right program, and a measure of what vectors bring. */
export function row_split_scalar(
  begin: usize, end: usize, rowPtr: usize, colIdx: usize, values: usize, x: usize, y: usize, stride: usize,
): void {
  for (let row = begin; row < end; row++) {
    const first = <usize>load<u32>(rowPtr + (row << 2)), last = <usize>load<u32>(rowPtr + (row << 2), 4);
    for (let at: usize = 0; at < stride; at += 4) {
      let sum: f32 = 0;
      for (let entry = first; entry < last; entry++) {
        const source = load<f32>(x + <usize>load<u32>(colIdx + (entry << 2)) * stride + at);
        sum += values ? load<f32>(values + (entry << 2)) * source : source;
      }
      store<f32>(y + row * stride + at, sum);
    }
  }
}
