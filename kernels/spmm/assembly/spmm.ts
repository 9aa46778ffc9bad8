// y[r, :] = sum over the stored entries (r, c, v) of v * x[c, :]      SpMM, a kernel an export (`<kernel>(begin, end, ...)`).
// All addresses, strides and widths in bytes. rowPtr is u32; so is sources, the byte offset of each entry's row of x (its
// column times the stride, so that no loop multiplies); values is 0 where every entry is 1.
// x and y: f32, row-major, 16-byte aligned, the same stride, a multiple of 16; the padding columns are computed too.
// Columns go in passes of 32 (eight vector accumulators: with sixteen V8 spills, and every load carries a bounds check),
// then 16, 8 and 4.
// V in angle brackets is the type of the values: f32, or u32 where there are none and each is 1. With it, and with flags and
// counts that are constants wherever a function is inlined, no branch on them is left.

/** y[0..4) = sum, or += sum. */
// @ts-ignore: decorator
@inline
function writeBack(add: bool, y: usize, sum: v128): void {
  v128.store(y, add ? f32x4.add(v128.load(y), sum) : sum);
}

// @ts-ignore: decorator
@inline
function accumulate<V>(sum: v128, value: v128, x: v128): v128 {
  if (isFloat<V>()) return f32x4.relaxed_madd(x, value, sum);
  return f32x4.add(x, sum);
}

/** Entries [first, last) (addresses of their sources) times 1, 2, 4 or 8 vectors of x. */
// @ts-ignore: decorator
@inline
function pass<V>(
  vectors: i32, add: bool, first: usize, last: usize, toValue: usize, x: usize, y: usize,
): void {
  let a = f32x4.splat(0), b = a, c = a, d = a, e = a, f = a, g = a, h = a;
  for (let entry = first; entry < last; entry += 4) {
    const source = x + <usize>load<u32>(entry);
    const value = isFloat<V>() ? v128.load_splat<f32>(entry + toValue) : a;
    a = accumulate<V>(a, value, v128.load(source));
    if (vectors >= 2) b = accumulate<V>(b, value, v128.load(source, 16));
    if (vectors >= 4) {
      c = accumulate<V>(c, value, v128.load(source, 32));
      d = accumulate<V>(d, value, v128.load(source, 48));
    }
    if (vectors >= 8) {
      e = accumulate<V>(e, value, v128.load(source, 64));
      f = accumulate<V>(f, value, v128.load(source, 80));
      g = accumulate<V>(g, value, v128.load(source, 96));
      h = accumulate<V>(h, value, v128.load(source, 112));
    }
  }
  writeBack(add, y, a);
  if (vectors >= 2) writeBack(add, y + 16, b);
  if (vectors >= 4) {
    writeBack(add, y + 32, c);
    writeBack(add, y + 48, d);
  }
  if (vectors >= 8) {
    writeBack(add, y + 64, e);
    writeBack(add, y + 80, f);
    writeBack(add, y + 96, g);
    writeBack(add, y + 112, h);
  }
}

/** Entries [first, last) of one row times `width` bytes of columns. */
// @ts-ignore: decorator
@inline
function slice<V>(
  add: bool, first: usize, last: usize, toValue: usize, x: usize, width: usize, y: usize,
): void {
  const wide = width & ~127;
  let at: usize = 0;
  for (; at < wide; at += 128) pass<V>(8, add, first, last, toValue, x + at, y + at);
  if (width & 64) {
    pass<V>(4, add, first, last, toValue, x + at, y + at);
    at += 64;
  }
  if (width & 32) {
    pass<V>(2, add, first, last, toValue, x + at, y + at);
    at += 32;
  }
  if (width & 16) pass<V>(1, add, first, last, toValue, x + at, y + at);
}

// @ts-ignore: decorator
@inline
function word(array: usize, index: usize): usize {
  return <usize>load<u32>(array + (index << 2));
}

// Scratch memory of a thread: a flag, and from byte 128 on what a kernel keeps there.
const FLAG: usize = 128;

/** Scratch memory of this call alone: as many calls run at once as there are scratches, so one is always free. */
function claimScratch(scratches: usize, count: usize, bytes: usize): usize {
  let i: usize = 0;
  while (atomic.cmpxchg<u32>(scratches + i * bytes, 0, 1) != 0) i = i + 1 < count ? i + 1 : 0;
  return scratches + i * bytes;
}

// ---- row-split ----------------------------------------------------------------------------------------------------

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
    const source = x + <usize>load<u32>(entry);
    for (let line: usize = 0; line < stride; line += 64) sum += load<u32>(source + line);
  }
  sink += sum;
}

/** Rows of 16 columns, the common hidden width, in one pass, without a choice of passes in each row. */
// @ts-ignore: decorator
@inline
function narrowRows<V>(
  begin: usize, end: usize, rowPtr: usize, sources: usize, values: usize, x: usize, y: usize,
): void {
  const toValue = values - sources;
  let last = sources + (word(rowPtr, begin) << 2);
  for (let row = begin; row < end; row++) {
    const first = last;
    last = sources + (word(rowPtr, row + 1) << 2);
    pass<V>(4, false, first, last, toValue, x, y + (row << 6));
  }
}

// @ts-ignore: decorator
@inline
function rows<V>(
  begin: usize, end: usize, rowPtr: usize, sources: usize, values: usize, x: usize, y: usize, stride: usize, touch: bool,
): void {
  if (stride == 64 && !touch) {
    narrowRows<V>(begin, end, rowPtr, sources, values, x, y);
    return;
  }
  const toValue = values - sources;
  let last = sources + (word(rowPtr, begin) << 2);
  for (let row = begin; row < end; row++) {
    const first = last;
    last = sources + (word(rowPtr, row + 1) << 2);
    if (touch) touchRows(first, last, x, stride);
    slice<V>(false, first, last, toValue, x, stride, y + row * stride);
  }
}

/** Vectors of four columns. `touch` adds a pass before each row that loads one word a cache line of its sources. */
export function row_split(
  begin: usize, end: usize, rowPtr: usize, sources: usize, values: usize, x: usize, y: usize, stride: usize, touch: bool,
): void {
  if (values) rows<f32>(begin, end, rowPtr, sources, values, x, y, stride, touch);
  else rows<u32>(begin, end, rowPtr, sources, values, x, y, stride, touch);
}

/** One column at a time, one scalar accumulator: the simplest right program, and a measure of what vectors bring. */
export function row_split_scalar(
  begin: usize, end: usize, rowPtr: usize, sources: usize, values: usize, x: usize, y: usize, stride: usize,
): void {
  for (let row = begin; row < end; row++) {
    const first = word(rowPtr, row), last = word(rowPtr, row + 1);
    for (let at: usize = 0; at < stride; at += 4) {
      let sum: f32 = 0;
      for (let entry = first; entry < last; entry++) {
        const source = load<f32>(x + word(sources, entry) + at);
        sum += values ? load<f32>(values + (entry << 2)) * source : source;
      }
      store<f32>(y + row * stride + at, sum);
    }
  }
}

// ---- naive and memory-aware aggregation ---------------------------------------------------------------------------

/** The sum lies in memory: each neighbour reads all of it and writes it back. */
export function naive_rmw(
  begin: usize, end: usize, rowPtr: usize, sources: usize, values: usize, x: usize, y: usize, stride: usize,
): void {
  for (let row = begin; row < end; row++) {
    const out = y + row * stride, last = word(rowPtr, row + 1);
    memory.fill(out, 0, stride);
    for (let entry = word(rowPtr, row); entry < last; entry++) {
      const source = x + word(sources, entry);
      const value = values ? v128.load_splat<f32>(values + (entry << 2)) : f32x4.splat(1);
      for (let at: usize = 0; at < stride; at += 16) {
        v128.store(out + at, f32x4.relaxed_madd(v128.load(source + at), value, v128.load(out + at)));
      }
    }
  }
}

/** The sum of four columns lies in one register; each four columns read the row's entries anew. */
export function naive_register(
  begin: usize, end: usize, rowPtr: usize, sources: usize, values: usize, x: usize, y: usize, stride: usize,
): void {
  const toValue = values - sources;
  for (let row = begin; row < end; row++) {
    const first = sources + (word(rowPtr, row) << 2), last = sources + (word(rowPtr, row + 1) << 2);
    for (let at: usize = 0; at < stride; at += 16) {
      if (values) pass<f32>(1, false, first, last, toValue, x + at, y + row * stride + at);
      else pass<u32>(1, false, first, last, toValue, x + at, y + row * stride + at);
    }
  }
}

// A block of memory_aware: scratch memory holds partial[8][32] and weights[8][64].
const TARGETS: usize = 8, FEATURES: usize = 128, CHUNK: usize = 64;
const PARTIALS: usize = FLAG, WEIGHTS: usize = PARTIALS + TARGETS * FEATURES;
const BLOCK_SCRATCH: usize = WEIGHTS + TARGETS * CHUNK * 4;

/** Copies up to CHUNK weights of a row, from its entry `from` on, into scratch memory; returns how many. */
function stageWeights(from: usize, last: usize, values: usize, staged: usize): usize {
  const count = min(last - from, CHUNK);
  if (values) memory.copy(staged, values + (from << 2), count << 2);
  else for (let i: usize = 0; i < count; i++) store<f32>(staged + (i << 2), 1);
  return count;
}

/** Items are blocks of 8 rows; a block goes through the columns in panels of 32, and through its entries in chunks. */
export function memory_aware(
  begin: usize, end: usize, rowCount: usize, rowPtr: usize, sources: usize, values: usize, x: usize, y: usize,
  stride: usize, scratches: usize, scratchCount: usize,
): void {
  const scratch = claimScratch(scratches, scratchCount, BLOCK_SCRATCH);
  const partials = scratch + PARTIALS, weights = scratch + WEIGHTS;
  for (let block = begin; block < end; block++) {
    const firstRow = block * TARGETS, targets = min(TARGETS, rowCount - firstRow);
    let longest: usize = 0;
    for (let row = firstRow; row < firstRow + targets; row++) {
      longest = max(longest, word(rowPtr, row + 1) - word(rowPtr, row));
    }
    for (let panel: usize = 0; panel < stride; panel += FEATURES) {
      const width = min(FEATURES, stride - panel);
      memory.fill(partials, 0, TARGETS * FEATURES);
      for (let chunk: usize = 0; chunk < longest; chunk += CHUNK) {
        for (let target: usize = 0; target < targets; target++) {
          const from = word(rowPtr, firstRow + target) + chunk, last = word(rowPtr, firstRow + target + 1);
          if (from >= last) continue;
          const staged = weights + target * CHUNK * 4, count = stageWeights(from, last, values, staged);
          const first = sources + (from << 2), partial = partials + target * FEATURES;
          slice<f32>(true, first, first + (count << 2), staged - first, x + panel, width, partial);
        }
      }
      for (let target: usize = 0; target < targets; target++) {
        memory.copy(y + (firstRow + target) * stride + panel, partials + target * FEATURES, width);
      }
    }
  }
  atomic.store<u32>(scratch, 0);
}

// ---- neighbour groups: group g covers entries [start[g], start[g + 1]) of row rowOf[g], groups [groupPtr[r], ...) row r

// @ts-ignore: decorator
@inline
function group(first: usize, last: usize, sources: usize, values: usize, x: usize, stride: usize, y: usize): void {
  const from = sources + (first << 2), to = sources + (last << 2), toValue = values - sources;
  if (values) slice<f32>(false, from, to, toValue, x, stride, y);
  else slice<u32>(false, from, to, toValue, x, stride, y);
}

// @ts-ignore: decorator
@inline
function isWholeRow(first: usize, last: usize, rowPtr: usize, row: usize): bool {
  return first == word(rowPtr, row) && last == word(rowPtr, row + 1);
}

/**
 * Phase one of two: a row's first group is stored to y, the k-th after it to partial row slotPtr[row] + k - 1, of which
 * those from `firstSlot` on are resident. Items count from `firstGroup`.
 */
export function neighbor_group(
  begin: usize, end: usize, firstGroup: usize, start: usize, rowOf: usize, groupPtr: usize, slotPtr: usize,
  sources: usize, values: usize, x: usize, y: usize, stride: usize, partials: usize, firstSlot: usize,
): void {
  for (let g = firstGroup + begin; g < firstGroup + end; g++) {
    const row = word(rowOf, g), before = g - word(groupPtr, row);
    const out = before == 0 ? y + row * stride : partials + (word(slotPtr, row) + before - 1 - firstSlot) * stride;
    group(word(start, g), word(start, g + 1), sources, values, x, stride, out);
  }
}

/** Phase two: y[r, :] += the row's partial rows among slots [firstSlot, lastSlot), in order; empty rows become zeros. */
export function neighbor_group_sum(
  begin: usize, end: usize, firstRow: usize, groupPtr: usize, slotPtr: usize, y: usize, stride: usize, partials: usize,
  firstSlot: usize, lastSlot: usize,
): void {
  for (let row = firstRow + begin; row < firstRow + end; row++) {
    const out = y + row * stride;
    if (word(groupPtr, row) == word(groupPtr, row + 1)) memory.fill(out, 0, stride);
    const last = min(word(slotPtr, row + 1), lastSlot);
    for (let slot = max(word(slotPtr, row), firstSlot); slot < last; slot++) {
      const partial = partials + (slot - firstSlot) * stride;
      for (let at: usize = 0; at < stride; at += 16) {
        v128.store(out + at, f32x4.add(v128.load(out + at), v128.load(partial + at)));
      }
    }
  }
}

/** y[r, :] = 0 for rows of no group, which nothing writes, and of several, which add to each other. */
export function neighbor_group_clear(begin: usize, end: usize, groupPtr: usize, y: usize, stride: usize): void {
  for (let row = begin; row < end; row++) {
    if (word(groupPtr, row + 1) - word(groupPtr, row) != 1) memory.fill(y + row * stride, 0, stride);
  }
}

/** y[0..cols) += sum, in one piece a column: the bits are exchanged unless another thread has been between. */
function addFloats(y: usize, sum: usize, cols: usize): void {
  for (const end = y + (cols << 2); y < end; y += 4, sum += 4) {
    let there = atomic.load<u32>(y);
    for (;;) {
      const wanted = reinterpret<u32>(reinterpret<f32>(there) + load<f32>(sum));
      const found = atomic.cmpxchg<u32>(y, there, wanted);
      if (found == there) break;
      there = found;
    }
  }
}

/** Groups that share a row add to it by compare-exchange. `scratches`: 128 bytes and a row of x for each thread. */
export function neighbor_group_cas(
  begin: usize, end: usize, start: usize, rowOf: usize, rowPtr: usize, sources: usize, values: usize, x: usize, y: usize,
  stride: usize, cols: usize, scratches: usize, scratchCount: usize,
): void {
  const scratch = claimScratch(scratches, scratchCount, FLAG + stride), sum = scratch + FLAG;
  for (let g = begin; g < end; g++) {
    const first = word(start, g), last = word(start, g + 1), row = word(rowOf, g), out = y + row * stride;
    const alone = isWholeRow(first, last, rowPtr, row);
    group(first, last, sources, values, x, stride, alone ? out : sum);
    if (!alone) addFloats(out, sum, cols);
  }
  atomic.store<u32>(scratch, 0);
}

/** Items are rows of x: raises each word at `largest` to the bits of its column's largest |x| (they order as integers). */
export function largest_magnitude(begin: usize, end: usize, x: usize, stride: usize, largest: usize): void {
  for (let at: usize = 0; at < stride; at += 16) {
    let most = i32x4.splat(0);
    for (let row = begin; row < end; row++) most = i32x4.max_u(most, f32x4.abs(v128.load(x + row * stride + at)));
    for (let lane: usize = 0; lane < 16; lane += 4) {
      const bits = <u32>i32x4.extract_lane(most, 0);
      let there = atomic.load<u32>(largest + at + lane);
      while (there < bits) {
        const found = atomic.cmpxchg<u32>(largest + at + lane, there, bits);
        if (found == there) break;
        there = found;
      }
      most = v128.shuffle<i32>(most, most, 1, 2, 3, 0);
    }
  }
}

/**
 * The powers of two that take a row's sums of four columns to 31 bits: 2^30 / (2^bound * 2^m), where 2^bound is at least
 * the row's sum of |values| and 2^m above the column's largest |x|. NaN where that is not finite, or sums could pass
 * float32.
 */
// @ts-ignore: decorator
@inline
function fixedScale(bound: i32, largest: v128): v128 {
  const exponent = i32x4.min_s(i32x4.splat(126), i32x4.sub(i32x4.splat(156 - bound), i32x4.shr_u(largest, 23)));
  const broken = v128.or(
    i32x4.gt_u(largest, i32x4.splat(0x7f7fffff)),
    i32x4.lt_s(exponent, i32x4.splat(-126)),
  );
  return v128.or(i32x4.shl(i32x4.add(exponent, i32x4.splat(127)), 23), broken);
}

/** y[0..cols) += round(sum * scale), where y holds integers, and sum then does, too. */
function addFixed(y: usize, sum: usize, stride: usize, cols: usize, bound: i32, largest: usize): void {
  for (let at: usize = 0; at < stride; at += 16) {
    const scaled = f32x4.mul(v128.load(sum + at), fixedScale(bound, v128.load(largest + at)));
    v128.store(sum + at, i32x4.trunc_sat_f32x4_s(f32x4.nearest(scaled)));
  }
  for (const end = y + (cols << 2); y < end; y += 4, sum += 4) atomic.add<i32>(y, load<i32>(sum));
}

/** Groups that share a row add integers to it. `scratches`: 128 bytes and a row of x for each thread. */
export function neighbor_group_fixed(
  begin: usize, end: usize, start: usize, rowOf: usize, rowPtr: usize, sources: usize, values: usize, x: usize, y: usize,
  stride: usize, cols: usize, scratches: usize, scratchCount: usize, bounds: usize, largest: usize,
): void {
  const scratch = claimScratch(scratches, scratchCount, FLAG + stride), sum = scratch + FLAG;
  for (let g = begin; g < end; g++) {
    const first = word(start, g), last = word(start, g + 1), row = word(rowOf, g), out = y + row * stride;
    const alone = isWholeRow(first, last, rowPtr, row);
    group(first, last, sources, values, x, stride, alone ? out : sum);
    if (!alone) addFixed(out, sum, stride, cols, <i32>word(bounds, row), largest);
  }
  atomic.store<u32>(scratch, 0);
}

/** The integers of rows of several groups become float32. */
export function neighbor_group_unfix(
  begin: usize, end: usize, groupPtr: usize, y: usize, stride: usize, bounds: usize, largest: usize,
): void {
  for (let row = begin; row < end; row++) {
    if (word(groupPtr, row + 1) - word(groupPtr, row) < 2) continue;
    const out = y + row * stride, bound = <i32>word(bounds, row);
    for (let at: usize = 0; at < stride; at += 16) {
      const fixed = f32x4.convert_i32x4_s(v128.load(out + at));
      v128.store(out + at, f32x4.div(fixed, fixedScale(bound, v128.load(largest + at))));
    }
  }
}

/**
 * Counts, at `misfits`, the rows of several groups with a sum whose fixed-point error may pass the check's bound
 * `ATOL + (terms + 2) * EPS * sum|terms|`, half of which float32 arithmetic may take for itself.
 */
export function neighbor_group_misfits(
  begin: usize, end: usize, groupPtr: usize, rowPtr: usize, sources: usize, values: usize, x: usize, stride: usize,
  bounds: usize, largest: usize, misfits: usize,
): void {
  for (let row = begin; row < end; row++) {
    const groups = word(groupPtr, row + 1) - word(groupPtr, row);
    if (groups < 2) continue;
    const first = word(rowPtr, row), last = word(rowPtr, row + 1), bound = <i32>word(bounds, row);
    const share = f32x4.splat((<f32>(last - first) * 0.5 + 1) * 1.1920929e-7);
    for (let at: usize = 0; at < stride; at += 16) {
      // Each group is rounded to the nearest integer once.
      const error = f32x4.div(f32x4.splat(<f32>groups * 0.5), fixedScale(bound, v128.load(largest + at)));
      let sum = f32x4.splat(0);
      for (let entry = first; entry < last; entry++) {
        const source = f32x4.abs(v128.load(x + word(sources, entry) + at));
        sum = values ? f32x4.relaxed_madd(source, f32x4.abs(v128.load_splat<f32>(values + (entry << 2))), sum)
          : f32x4.add(source, sum);
      }
      const allowed = f32x4.relaxed_madd(sum, share, f32x4.splat(1e-30));
      // A sum of zeros is exact, and one that is not finite compares as false: it comes out as NaN.
      if (v128.any_true(v128.and(f32x4.gt(sum, f32x4.splat(0)), f32x4.gt(error, allowed)))) {
        atomic.add<u32>(misfits, 1);
        break;
      }
    }
  }
}

// ---- block-sparse -------------------------------------------------------------------------------------------------

const TILE: usize = 32;

/** `height` (4 or 1) rows of a packed 32 x 32 tile times `depth` rows of x, one or two vectors wide, on top of y. */
// @ts-ignore: decorator
@inline
function tilePass(height: i32, vectors: i32, tile: usize, depth: usize, x: usize, stride: usize, y: usize): void {
  let a = v128.load(y), b = a, c = a, d = a, e = a, f = a, g = a, h = a;
  if (vectors == 2) b = v128.load(y, 16);
  if (height == 4) {
    c = v128.load(y + stride), e = v128.load(y + 2 * stride), g = v128.load(y + 3 * stride);
    if (vectors == 2) {
      d = v128.load(y + stride, 16), f = v128.load(y + 2 * stride, 16), h = v128.load(y + 3 * stride, 16);
    }
  }
  for (const end = tile + (depth << 2); tile < end; tile += 4, x += stride) {
    const left = v128.load(x), right = vectors == 2 ? v128.load(x, 16) : left;
    let value = v128.load_splat<f32>(tile);
    a = f32x4.relaxed_madd(left, value, a);
    if (vectors == 2) b = f32x4.relaxed_madd(right, value, b);
    if (height == 4) {
      value = v128.load_splat<f32>(tile, 128);
      c = f32x4.relaxed_madd(left, value, c);
      if (vectors == 2) d = f32x4.relaxed_madd(right, value, d);
      value = v128.load_splat<f32>(tile, 256);
      e = f32x4.relaxed_madd(left, value, e);
      if (vectors == 2) f = f32x4.relaxed_madd(right, value, f);
      value = v128.load_splat<f32>(tile, 384);
      g = f32x4.relaxed_madd(left, value, g);
      if (vectors == 2) h = f32x4.relaxed_madd(right, value, h);
    }
  }
  v128.store(y, a);
  if (vectors == 2) v128.store(y, b, 16);
  if (height == 4) {
    v128.store(y + stride, c), v128.store(y + 2 * stride, e), v128.store(y + 3 * stride, g);
    if (vectors == 2) {
      v128.store(y + stride, d, 16), v128.store(y + 2 * stride, f, 16), v128.store(y + 3 * stride, h, 16);
    }
  }
}

// @ts-ignore: decorator
@inline
function tileRows(height: i32, tile: usize, depth: usize, x: usize, stride: usize, y: usize): void {
  let at: usize = 0;
  for (; at < (stride & ~31); at += 32) tilePass(height, 2, tile, depth, x + at, stride, y + at);
  if (stride & 16) tilePass(height, 1, tile, depth, x + at, stride, y + at);
}

/** y[32 rows, :] += a packed 32 x 32 tile times x[32 rows, :], both cut to what the matrices have. */
function multiplyTile(tile: usize, depth: usize, height: usize, x: usize, stride: usize, y: usize): void {
  let row: usize = 0;
  for (; row < (height & ~3); row += 4) tileRows(4, tile + row * TILE * 4, depth, x, stride, y + row * stride);
  for (; row < height; row++) tileRows(1, tile + row * TILE * 4, depth, x, stride, y + row * stride);
}

/**
 * Items are tile-rows: first the dense tiles [densePtr[i], ...), packed row-major at `tiles`, then the entries of the
 * sparse ones, tile by tile, in runs [runPtr[i], ...) that share a row.
 */
export function block_sparse(
  begin: usize, end: usize, rowCount: usize, colCount: usize, densePtr: usize, denseCol: usize, tiles: usize,
  runPtr: usize, runRow: usize, runStart: usize, sources: usize, values: usize, x: usize, y: usize, stride: usize,
): void {
  const toValue = values - sources;
  for (let tileRow = begin; tileRow < end; tileRow++) {
    const out = y + tileRow * TILE * stride, height = min(TILE, rowCount - tileRow * TILE);
    memory.fill(out, 0, height * stride);
    const lastDense = word(densePtr, tileRow + 1), lastRun = word(runPtr, tileRow + 1);
    for (let t = word(densePtr, tileRow); t < lastDense; t++) {
      const col = word(denseCol, t) * TILE;
      multiplyTile(tiles + t * TILE * TILE * 4, min(TILE, colCount - col), height, x + col * stride, stride, out);
    }
    for (let run = word(runPtr, tileRow); run < lastRun; run++) {
      const first = sources + (word(runStart, run) << 2), last = sources + (word(runStart, run + 1) << 2);
      slice<f32>(true, first, last, toValue, x, stride, y + word(runRow, run) * stride);
    }
  }
}
