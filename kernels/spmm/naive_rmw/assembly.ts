// Aggregation with the sum in memory. Arguments: see ../assembly/spmm.ts.
import { word } from "../../assembly/word.ts";

/** Aggregates rows; each neighbour reads the row's whole sum and writes it back. */
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
