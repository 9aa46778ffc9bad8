// Neighbour groups (../assembly/groups.ts) in two phases: groups that share a row write partial rows, which a
// second phase adds up. Arguments: see ../assembly/spmm.ts.
import { word } from "../../assembly/word.ts";
import { group } from "../assembly/groups.ts";

/**
 * Phase one of two: stores a row's first group to y, its k-th further group to partial row slotPtr[row] + k -
 * 1, of which those from `firstSlot` on are resident. Work items are counted from `firstGroup`.
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

/**
 * Phase two of two: y[r, :] += the row's partial rows among slots [firstSlot, lastSlot), in order; empty rows
 * become zeros.
 */
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
