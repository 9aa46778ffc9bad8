// Baselines of memory_aware.ts: aggregation with its sum in memory or in a register. Arguments as in spmm.ts.
import { word } from "../../assembly/word.ts";
import { pass } from "./columns.ts";

/** Aggregates with the sum in memory: each neighbour reads the whole sum and writes it back. */
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

/** Aggregates with the sum of four columns in one register; each four columns read the row's entries anew. */
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
