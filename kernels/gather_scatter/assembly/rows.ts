// Copies of rows: y[i, :] = x[index[i], :], y[index[i], :] = x[i, :], y[i, :] = source[place[i], :].
// All addresses and strides in bytes. x, y: f32, row-major, 16-byte aligned, the same stride, a multiple of
// 16; index: u32.
// An invalid index (the host lets none through) counts as the last row, so that every access is within
// bounds.

// @ts-ignore: decorator
@inline
function copy(from: usize, to: usize, stride: usize): void {
  for (let at: usize = 0; at < stride; at += 16) v128.store(to + at, v128.load(from + at));
}

/** Gathers rows; work items are rows of y; x has `rows` rows, at least one. */
export function gather_rows(
  begin: usize, end: usize, x: usize, rows: usize, index: usize, y: usize, stride: usize,
): void {
  for (let row = begin; row < end; row++) {
    const from = min(<usize>load<u32>(index + (row << 2)), rows - 1);
    copy(x + from * stride, y + row * stride, stride);
  }
}

/** Scatters rows; work items are rows of x; y has `rows` rows, at least one, all 0. */
export function scatter_rows(
  begin: usize, end: usize, x: usize, rows: usize, index: usize, y: usize, stride: usize,
): void {
  for (let row = begin; row < end; row++) {
    const to = min(<usize>load<u32>(index + (row << 2)), rows - 1);
    copy(x + row * stride, y + to * stride, stride);
  }
}

/** Sets rows of y to 0; work items are rows of y. */
export function clear_rows(begin: usize, end: usize, y: usize, stride: usize): void {
  memory.fill(y + begin * stride, 0, (end - begin) * stride);
}

/**
 * Assembles a batch; work items are the rows of y before the first staged one. Sources, concatenated: the
 * cache, the previous batch, and the rows of y from row `firstStaged` on. A staged row is fetched from its
 * place in y, and that place gets its own source at once: no other item accesses either row. A place that is
 * not a row is skipped.
 */
export function assemble_rows(
  begin: usize, end: usize, cache: usize, cacheRows: usize, previous: usize, previousRows: usize,
  place: usize, y: usize, firstStaged: usize, rows: usize, stride: usize,
): void {
  const resident = cacheRows + previousRows, stagedRows = rows - firstStaged;
  for (let row = begin; row < end; row++) {
    let from = <usize>load<u32>(place + (row << 2)), to = row;
    if (from >= resident) {
      if (from - resident >= stagedRows) continue;
      to = firstStaged + from - resident;
      copy(y + to * stride, y + row * stride, stride);
      from = <usize>load<u32>(place + (to << 2));
    }
    if (from < cacheRows) copy(cache + from * stride, y + to * stride, stride);
    else if (from < resident) copy(previous + (from - cacheRows) * stride, y + to * stride, stride);
  }
}
