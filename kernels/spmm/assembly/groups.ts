// Neighbour groups: group g covers entries [start[g], start[g + 1]) of row rowOf[g]; row r has the groups
// from groupPtr[r] on. Functions of all kernels by neighbour groups, whatever their way of writing sums back.
// Imported by other modules, not compiled by itself.
import { word } from "../../assembly/word.ts";
import { slice } from "./columns.ts";

// @ts-ignore: decorator
@inline
export function group(first: usize, last: usize, sources: usize, values: usize, x: usize, stride: usize, y: usize): void {
  const from = sources + (first << 2), to = sources + (last << 2), toValue = values - sources;
  if (values) slice<f32>(false, from, to, toValue, x, stride, y);
  else slice<u32>(false, from, to, toValue, x, stride, y);
}

// @ts-ignore: decorator
@inline
export function isWholeRow(first: usize, last: usize, rowPtr: usize, row: usize): bool {
  return first == word(rowPtr, row) && last == word(rowPtr, row + 1);
}

/**
 * Sets y[r, :] to 0 for rows without groups, which no group writes, and for rows of several groups, which add
 * to each other.
 */
export function neighbor_group_clear(begin: usize, end: usize, groupPtr: usize, y: usize, stride: usize): void {
  for (let row = begin; row < end; row++) {
    if (word(groupPtr, row + 1) - word(groupPtr, row) != 1) memory.fill(y + row * stride, 0, stride);
  }
}
