// Row-split SpMM, one column at a time. Arguments: see ../assembly/spmm.ts.
import { word } from "../../assembly/word.ts";

/**
 * Multiplies rows one column at a time with one scalar accumulator: the simplest correct kernel, and the
 * baseline for the gain by vectors.
 */
export function row_split_scalar(
  begin: usize, end: usize, rowPtr: usize, sources: usize, values: usize, x: usize, y: usize, stride: usize,
): void {
  for (let row = begin; row < end; row++) {
    const first = word(rowPtr, row), last = word(rowPtr, row + 1);
    for (let at: usize = 0; at < stride; at += 4) {
      let sum: f32 = 0;
      for (let entry = first; entry < last; entry++) {
        const source = load<f32>(x + word(sources, entry) + at);
        sum += values ? load<f32>(values + (entry << 2)) * source : source;
      }
      store<f32>(y + row * stride + at, sum);
    }
  }
}
