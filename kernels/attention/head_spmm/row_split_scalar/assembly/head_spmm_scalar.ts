// Sums with a weight for each head by a scalar loop over columns: the baseline of the vectorised kernel.
// Bytes and types as in ../../../assembly/attention.ts; rows of x are named by their byte offsets.

/**
 * Computes y[r] = the sum over the row's entries of attention[order[e], head of k] x[c, k], column after
 * column, with the sum kept in the result, as DGL's loop does where one value applies to several columns.
 * `headOf` has the byte offset of each column's weight among those of an entry. `order` is 0 where the
 * attention has the order of the entries; `lastEntry` is the last row of the attention.
 */
export function head_spmm_scalar(
  begin: usize, end: usize, rowPtr: usize, sources: usize, order: usize, lastEntry: usize, weights: usize,
  weightStride: usize, x: usize, y: usize, yStride: usize, headOf: usize, width: usize,
): void {
  for (let row = begin; row < end; row++) {
    const out = y + row * yStride;
    memory.fill(out, 0, yStride);
    const last = <usize>load<u32>(rowPtr + (row << 2), 4);
    for (let entry = <usize>load<u32>(rowPtr + (row << 2)); entry < last; entry++) {
      const source = x + <usize>load<u32>(sources + (entry << 2));
      const place = order ? min(<usize>load<u32>(order + (entry << 2)), lastEntry) : entry;
      const weight = weights + place * weightStride;
      for (let at: usize = 0; at < width; at += 4) {
        const value = load<f32>(weight + <usize>load<u32>(headOf + at));
        store<f32>(out + at, load<f32>(out + at) + load<f32>(source + at) * value);
      }
    }
  }
}
