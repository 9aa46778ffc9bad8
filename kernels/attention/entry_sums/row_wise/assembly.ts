// Sums of entries over rows and over columns; work items are columns of the matrix, which are rows of its
// transpose. Arguments as in ../../assembly/attention.ts.
import { word } from "../../../assembly/word.ts";
import { storeLanes } from "../../assembly/lanes.ts";

/**
 * Writes two sums to to[v]: that of row v's entries (0 from row `rows` on), and that of column v's entries,
 * which `order` lists.
 */
export function entry_sums(
  begin: usize, end: usize, rows: usize, rowPtr: usize, columnPtr: usize, order: usize, lastEntry: usize, entries: usize,
  entryStride: usize, heads: usize, to: usize, toStride: usize,
): void {
  for (let vertex = begin; vertex < end; vertex++) {
    const out = to + vertex * toStride;
    memory.fill(out, 0, toStride);
    const first = vertex < rows ? word(rowPtr, vertex) : 0, last = vertex < rows ? word(rowPtr, vertex + 1) : 0;
    const firstOrder = word(columnPtr, vertex), lastOrder = word(columnPtr, vertex + 1);
    for (let head: usize = 0; head < heads; head += 4) {
      const from = entries + (head << 2), lanes = heads - head;
      let sum = f32x4.splat(0);
      for (let entry = first; entry < last; entry++) sum = f32x4.add(sum, v128.load(from + entry * entryStride));
      storeLanes(out + (head << 2), sum, lanes);
      sum = f32x4.splat(0);
      for (let i = firstOrder; i < lastOrder; i++) {
        sum = f32x4.add(sum, v128.load(from + min(word(order, i), lastEntry) * entryStride));
      }
      storeLanes(out + ((heads + head) << 2), sum, lanes);
    }
  }
}
