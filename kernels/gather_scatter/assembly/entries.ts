// y[e] = x[index[e]] * mask(index[e]) / (1 - rate)      gather of entries with dropout.
// All addresses in bytes. x, y: f32, 16-byte aligned, padded with zeros to whole vectors of four; index: u32,
// one per entry of y. Dropout is that of `kernels/epilogue/epilogue.ts`: entry i takes 16 bits of Threefry block
// floor(i / 4). An invalid index (the host lets none through) counts as the last entry, so that every access
// is within bounds.
import { column_bits, draw } from "../../assembly/dropout.ts";
import { first, second } from "../../assembly/threefry.ts";

/** Mask of the lanes whose 16 bits are at least the threshold, times 1 / (1 - rate). */
// @ts-ignore: decorator
@inline
function kept(x: v128, bits: v128, threshold: v128, scale: v128): v128 {
  return v128.and(f32x4.mul(x, scale), i32x4.ge_s(bits, threshold));
}

/** Copies entries; work items are vectors of y. */
export function copy_entries(begin: usize, end: usize, x: usize, y: usize): void {
  memory.copy(y + (begin << 4), x + (begin << 4), (end - begin) << 4);
}

/**
 * Drops entries; work items are quads of the `vectors` vectors of y, for which four blocks are drawn at once.
 */
export function drop_entries(
  begin: usize, end: usize, x: usize, y: usize, vectors: usize, step: usize, seed: u32, stream: u32, threshold: u32,
  scale: f32,
): void {
  const least = i32x4.splat(<i32>threshold), factor = f32x4.splat(scale), now = load<i32>(step);
  for (let quad = begin; quad < end; quad++) {
    draw(i32x4.add(i32x4.splat(<i32>(quad << 2)), i32x4(0, 1, 2, 3)), <i32>seed, <i32>stream, now);
    const at = quad << 6, left = vectors - (quad << 2);
    v128.store(y + at, kept(v128.load(x + at), column_bits(0), least, factor));
    if (left > 1) v128.store(y + at, kept(v128.load(x + at, 16), column_bits(1), least, factor), 16);
    if (left > 2) v128.store(y + at, kept(v128.load(x + at, 32), column_bits(2), least, factor), 32);
    if (left > 3) v128.store(y + at, kept(v128.load(x + at, 48), column_bits(3), least, factor), 48);
  }
}

/** Loads the indices of four entries of y from `entry` on; past the end, the last index is repeated. */
// @ts-ignore: decorator
@inline
function indices(index: usize, entry: usize, last: usize, lastSource: u32): v128 {
  let from = v128.splat<u32>(load<u32>(index + (entry << 2)));
  from = i32x4.replace_lane(from, 1, load<i32>(index + (min(entry + 1, last) << 2)));
  from = i32x4.replace_lane(from, 2, load<i32>(index + (min(entry + 2, last) << 2)));
  from = i32x4.replace_lane(from, 3, load<i32>(index + (min(entry + 3, last) << 2)));
  return i32x4.min_u(from, i32x4.splat(lastSource));
}

/** Loads the entries of x at four indices; 0 in the lanes that are past the end of y. */
// @ts-ignore: decorator
@inline
function gathered(x: usize, from: v128, entry: usize, last: usize): v128 {
  let value = v128.load32_zero(x + ((<usize>i32x4.extract_lane(from, 0)) << 2));
  value = f32x4.replace_lane(value, 1, load<f32>(x + ((<usize>i32x4.extract_lane(from, 1)) << 2)));
  value = f32x4.replace_lane(value, 2, load<f32>(x + ((<usize>i32x4.extract_lane(from, 2)) << 2)));
  value = f32x4.replace_lane(value, 3, load<f32>(x + ((<usize>i32x4.extract_lane(from, 3)) << 2)));
  return v128.and(value, i32x4.le_u(i32x4(0, 1, 2, 3), i32x4.splat(<i32>(last - entry))));
}

/** Gathers entries; work items are vectors of y; `last` and `lastSource` are the last entries of y and x. */
export function gather_entries(
  begin: usize, end: usize, x: usize, y: usize, index: usize, last: usize, lastSource: u32,
): void {
  for (let entry = begin << 2; entry < end << 2; entry += 4) {
    v128.store(y + (entry << 2), gathered(x, indices(index, entry, last, lastSource), entry, last));
  }
}

/**
 * Gathers and drops entries; work items are vectors of y; `last` and `lastSource` are the last entries of y
 * and x.
 */
export function gather_drop_entries(
  begin: usize, end: usize, x: usize, y: usize, index: usize, last: usize, lastSource: u32, step: usize, seed: u32,
  stream: u32, threshold: u32, scale: f32,
): void {
  const least = i32x4.splat(<i32>threshold), factor = f32x4.splat(scale), now = load<i32>(step);
  for (let entry = begin << 2; entry < end << 2; entry += 4) {
    const from = indices(index, entry, last, lastSource);
    draw(i32x4.shr_u(from, 2), <i32>seed, <i32>stream, now);
    // Bit 1 of an index selects the word of the block, bit 0 the half of the word.
    const inSecond = i32x4.ne(v128.and(from, i32x4.splat(2)), i32x4.splat(0));
    const inHigh = i32x4.ne(v128.and(from, i32x4.splat(1)), i32x4.splat(0));
    const word = v128.bitselect(second, first, inSecond);
    const bits = v128.bitselect(i32x4.shr_u(word, 16), v128.and(word, i32x4.splat(0xffff)), inHigh);
    v128.store(y + (entry << 2), kept(gathered(x, from, entry, last), bits, least, factor));
  }
}
