// segment_max: y[s, c] = the largest x[r, c] of the rows r of segment s, 0 for an empty segment.
// segment_max_gradient: t[r, c] = g[s, c] in the first row r of segment s whose x[r, c] is the largest, else
// 0.
// Work items are vectors of four columns of the segments, segment by segment. All addresses and strides in
// bytes.
// x, y, g and t: f32, row-major, 16-byte aligned, of the same stride, a multiple of 16. offsets: u32, one
// more than there are segments; an offset past `rows` (the host lets none through) counts as `rows`.

// @ts-ignore: decorator
@inline
function row(offsets: usize, at: usize, rows: usize): usize {
  return min(<usize>load<u32>(offsets + (at << 2)), rows);
}

export function segment_max(
  begin: usize, end: usize, offsets: usize, rows: usize, x: usize, stride: usize, y: usize,
): void {
  const vectors = stride >> 4;
  for (let item = begin; item < end; item++) {
    const segment = item / vectors, column = (item % vectors) << 4;
    const first = row(offsets, segment, rows), last = row(offsets, segment + 1, rows);
    let largest = f32x4.splat(0);
    if (first < last) {
      largest = v128.load(x + first * stride + column);
      for (let r = first + 1; r < last; r++) largest = f32x4.max(largest, v128.load(x + r * stride + column));
    }
    v128.store(y + segment * stride + column, largest);
  }
}

export function segment_max_gradient(
  begin: usize, end: usize, offsets: usize, rows: usize, x: usize, stride: usize, gradient: usize, to: usize,
): void {
  const vectors = stride >> 4;
  for (let item = begin; item < end; item++) {
    const segment = item / vectors, column = (item % vectors) << 4;
    const first = row(offsets, segment, rows), last = row(offsets, segment + 1, rows);
    if (first >= last) continue;
    let largest = v128.load(x + first * stride + column), place = i32x4.splat(<i32>first);
    for (let r = first + 1; r < last; r++) {
      const entry = v128.load(x + r * stride + column);
      // A NaN is greater than all numbers, and no NaN is greater than another.
      const above = v128.and(v128.not(f32x4.le(entry, largest)), f32x4.eq(largest, largest));
      largest = v128.bitselect(entry, largest, above);
      place = v128.bitselect(i32x4.splat(<i32>r), place, above);
    }
    const share = v128.load(gradient + segment * stride + column);
    for (let r = first; r < last; r++) {
      v128.store(to + r * stride + column, v128.and(share, i32x4.eq(place, i32x4.splat(<i32>r))));
    }
  }
}
