// Aggregation with the sum of four columns in a register. Arguments: see ../assembly/spmm.ts.
import { word } from "../../assembly/word.ts";
import { pass } from "../assembly/columns.ts";

/** Aggregates rows; each four columns read the row's entries anew. */
export function naive_register(
  begin: usize, end: usize, rowPtr: usize, sources: usize, values: usize, x: usize, y: usize, stride: usize,
): void {
  const toValue = values - sources;
  for (let row = begin; row < end; row++) {
    const first = sources + (word(rowPtr, row) << 2), last = sources + (word(rowPtr, row + 1) << 2);
    for (let at: usize = 0; at < stride; at += 16) {
      if (values) pass<f32>(1, false, first, last, toValue, x + at, y + row * stride + at);
      else pass<u32>(1, false, first, last, toValue, x + at, y + row * stride + at);
    }
  }
}
