// local[rowPtr[r] ...] ascending, values with it.
// Sort of the rows of a block by local id; before it, entries have the order of the draws.
// Work items are blocks of 256 rows. The words of the record are {sizes, rowPtr, local, values or 0,
// counters, report}; the block's sizes and the first two counters are reported together.
import { BLOCK } from "../../assembly/layer.ts";
import { shellSort } from "../../assembly/shell_sort.ts";

// @ts-ignore: decorator
@inline
function sortRows(begin: u32, end: u32, record: usize, valued: bool): void {
  if (begin == 0) {
    const report: usize = load<u32>(record, 20);
    store<u64>(report, load<u64>(load<u32>(record)));
    store<u64>(report, load<u64>(load<u32>(record, 16)), 8);
  }
  const rows = load<u32>(load<u32>(record)), rowPtr: usize = load<u32>(record, 4), local: usize = load<u32>(record, 8);
  // The difference wraps around where the values precede the ids, and so does the sum that uses it.
  const beside: usize = valued ? load<u32>(record, 12) - local : 0;
  for (let row = begin * BLOCK, stop = min(end * BLOCK, rows); row < stop; row++) {
    const at = rowPtr + (<usize>row << 2);
    shellSort(local + (<usize>load<u32>(at) << 2), local + (<usize>load<u32>(at, 4) << 2), beside);
  }
}

/** Sorts rows without values. */
export function sort(begin: u32, end: u32, record: usize): void {
  sortRows(begin, end, record, false);
}

/** Sorts rows and moves their values along. */
export function sortValued(begin: u32, end: u32, record: usize): void {
  sortRows(begin, end, record, true);
}
