// Row-split SpMM by vectors of four columns. Arguments: see ../assembly/spmm.ts.
import { word } from "../../assembly/word.ts";
import { pass, slice } from "../assembly/columns.ts";

// Sum of the values that the touch pass loaded; stored so that no optimiser drops the loads.
let sink: u32 = 0;

/**
 * Returns the sum of the values that {@link row_split}'s touch pass loaded, so that no optimiser drops the
 * loads.
 */
export function touched(): u32 {
  return sink;
}

/**
 * Loads one scalar from each cache line of each source row of entries [first, last), so that many cache
 * misses overlap.
 */
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

/**
 * Multiplies rows of 16 columns, the common hidden width, in one pass, without choosing passes for each row.
 */
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

/**
 * Multiplies rows by vectors of four columns. `touch` adds a pass before each row that loads one word from
 * each cache line of its sources.
 */
export function row_split(
  begin: usize, end: usize, rowPtr: usize, sources: usize, values: usize, x: usize, y: usize, stride: usize, touch: bool,
): void {
  if (values) rows<f32>(begin, end, rowPtr, sources, values, x, y, stride, touch);
  else rows<u32>(begin, end, rowPtr, sources, values, x, y, stride, touch);
}
