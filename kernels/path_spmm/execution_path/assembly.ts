// Product on an execution path, row by row of the path. Arguments as in ../assembly/path_spmm.ts.
import { word } from "../../assembly/word.ts";
import { pass, row } from "../assembly/row.ts";

// @ts-ignore: decorator
@inline
function pathRows<V>(
  begin: usize, end: usize, targets: usize, rowPtr: usize, sources: usize, values: usize, x: usize, y: usize, stride: usize,
): void {
  const toValue = values - sources;
  let last = sources + (word(rowPtr, begin) << 2);
  // Rows of 16 columns, the common hidden width, need no choice of passes.
  if (stride == 64) {
    for (let i = begin; i < end; i++) {
      const first = last;
      last = sources + (word(rowPtr, i + 1) << 2);
      pass<V>(false, 4, first, last, toValue, 0, stride, x, y + (word(targets, i) << 6));
    }
    return;
  }
  for (let i = begin; i < end; i++) {
    const first = last;
    last = sources + (word(rowPtr, i + 1) << 2);
    row<V>(false, first, last, toValue, 0, stride, x, y + word(targets, i) * stride);
  }
}

/**
 * Computes the product on the path; work items are rows of the path: row i is written to y's row targets[i];
 * sources are byte offsets of rows of x.
 */
export function execution_path(
  begin: usize, end: usize, targets: usize, rowPtr: usize, sources: usize, values: usize, x: usize, y: usize, stride: usize,
): void {
  if (values) pathRows<f32>(begin, end, targets, rowPtr, sources, values, x, y, stride);
  else pathRows<u32>(begin, end, targets, rowPtr, sources, values, x, y, stride);
}
