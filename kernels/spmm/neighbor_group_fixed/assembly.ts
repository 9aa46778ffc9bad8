// Neighbour groups (../assembly/groups.ts) that share a row add integers to it: fixed-point sums whose scale
// depends on the row and the column, so that the result has the same bits in any order of the groups.
// Arguments: see ../assembly/spmm.ts.
import { word } from "../../assembly/word.ts";
import { group, isWholeRow } from "../assembly/groups.ts";
import { claimScratch, FLAG, releaseScratch } from "../assembly/scratch.ts";

/**
 * Raises each word at `largest` to the bits of its column's largest |x| (as integers they have the same
 * order); work items are rows of x.
 */
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
 * Scales of four columns, the powers of two that bring a row's sums to 31 bits: 2^30 / (2^bound * 2^m), where
 * 2^bound is at least the row's sum of |values| and 2^m exceeds the column's largest |x|. NaN where that is
 * not finite, or where sums could exceed float32.
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

/** Adds round(sum * scale) to y[0..cols), where y holds integers; sum holds integers afterwards. */
function addFixed(y: usize, sum: usize, stride: usize, cols: usize, bound: i32, largest: usize): void {
  for (let at: usize = 0; at < stride; at += 16) {
    const scaled = f32x4.mul(v128.load(sum + at), fixedScale(bound, v128.load(largest + at)));
    v128.store(sum + at, i32x4.trunc_sat_f32x4_s(f32x4.nearest(scaled)));
  }
  for (const end = y + (cols << 2); y < end; y += 4, sum += 4) atomic.add<i32>(y, load<i32>(sum));
}

/**
 * Sums neighbour groups; groups that share a row add integers to it. `scratches`: 128 bytes and a row of x
 * for each thread.
 */
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
  releaseScratch(scratch);
}

/** Converts the integers of rows of several groups to float32. */
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
 * Counts, at `misfits`, the rows of several groups with a sum whose fixed-point error may exceed the bound of
 * the check, `ATOL + (terms + 2) * EPS * sum|terms|`, half of which is left to float32 arithmetic.
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
      // The sum of each group is rounded to the nearest integer once.
      const error = f32x4.div(f32x4.splat(<f32>groups * 0.5), fixedScale(bound, v128.load(largest + at)));
      let sum = f32x4.splat(0);
      for (let entry = first; entry < last; entry++) {
        const source = f32x4.abs(v128.load(x + word(sources, entry) + at));
        sum = values ? f32x4.relaxed_madd(source, f32x4.abs(v128.load_splat<f32>(values + (entry << 2))), sum)
          : f32x4.add(source, sum);
      }
      const allowed = f32x4.relaxed_madd(sum, share, f32x4.splat(1e-30));
      // A sum of zeros is exact unless it has no scale; a sum that is not finite never fits.
      const inexact = v128.or(f32x4.ne(sum, f32x4.splat(0)), f32x4.ne(error, error));
      if (v128.any_true(v128.andnot(inexact, f32x4.le(error, allowed)))) {
        atomic.add<u32>(misfits, 1);
        break;
      }
    }
  }
}
