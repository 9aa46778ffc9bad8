// Product with the whole matrix under a mask. Arguments as in ../assembly/path_spmm.ts.
import { word } from "../../assembly/word.ts";
import { pass, row } from "../assembly/row.ts";

/** Bit of a vertex's flags: the vertex is a target. */
const TARGET: u32 = 2;

// @ts-ignore: decorator
@inline
function maskedRows<V>(
  begin: usize, end: usize, flags: usize, rowPtr: usize, colIdx: usize, values: usize, x: usize, y: usize, stride: usize,
): void {
  const toValue = values - colIdx;
  for (let v = begin; v < end; v++) {
    if ((<u32>load<u8>(flags + v) & TARGET) == 0) continue;
    const first = colIdx + (word(rowPtr, v) << 2), last = colIdx + (word(rowPtr, v + 1) << 2);
    if (stride == 64) pass<V>(true, 4, first, last, toValue, flags, stride, x, y + (v << 6));
    else row<V>(true, first, last, toValue, flags, stride, x, y + v * stride);
  }
}

/**
 * Computes the product under a mask; work items are all rows. Each row is tested, and each entry of the rows
 * that pass. `flags`: a byte per vertex, 1 for a source plus 2 for a target.
 */
export function masked(
  begin: usize, end: usize, flags: usize, rowPtr: usize, colIdx: usize, values: usize, x: usize, y: usize, stride: usize,
): void {
  if (values) maskedRows<f32>(begin, end, flags, rowPtr, colIdx, values, x, y, stride);
  else maskedRows<u32>(begin, end, flags, rowPtr, colIdx, values, x, y, stride);
}
