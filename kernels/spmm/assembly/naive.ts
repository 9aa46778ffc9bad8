// The aggregation that memory_aware.ts improves on, with its sum in memory or in a register. Arguments as in
// spmm.ts.
import { word } from "../../assembly/word.ts";
import { pass } from "./columns.ts";

/** The sum lies in memory: each neighbour reads all of it and writes it back. */
export function naive_rmw(
  begin: usize, end: usize, rowPtr: usize, sources: usize, values: usize, x: usize, y: usize, stride: usize,
): void {
  for (let row = begin; row < end; row++) {
    const out = y + row * stride, last = word(rowPtr, row + 1);
    memory.fill(out, 0, stride);
    for (let entry = word(rowPtr, row); entry < last; entry++) {
      const source = x + word(sources, entry);
      const value = values ? v128.load_splat<f32>(values + (entry << 2)) : f32x4.splat(1);
      for (let at: usize = 0; at < stride; at += 16) {
        v128.store(out + at, f32x4.relaxed_madd(v128.load(source + at), value, v128.load(out + at)));
      }
    }
  }
}

/** The sum of four columns lies in one register; each four columns read the row's entries anew. */
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
