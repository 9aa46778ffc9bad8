// Neighbour groups (../assembly/groups.ts) that share a row add to it one column at a time, by
// compare-exchange. Arguments: see ../assembly/spmm.ts.
import { word } from "../../assembly/word.ts";
import { group, isWholeRow } from "../assembly/groups.ts";
import { claimScratch, FLAG, releaseScratch } from "../assembly/scratch.ts";

/**
 * Adds sum to y[0..cols), atomically for each column: a compare-exchange of the bits is repeated while
 * another thread changes the value in between.
 */
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

/**
 * Sums neighbour groups; groups that share a row add to it by compare-exchange. `scratches`: 128 bytes and a
 * row of x for each thread.
 */
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
  releaseScratch(scratch);
}
