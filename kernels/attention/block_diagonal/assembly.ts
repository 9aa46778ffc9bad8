// The block-diagonal matrix of the attention vectors and its gradient. Work items are rows of B, and columns
// of V with its padding. Arguments as in ../assembly/attention.ts.

/**
 * Writes the block-diagonal matrix y: y[h d + k, h] = x[0, h d + k], y[h d + k, H + h] = x[1, h d + k], all
 * else 0.
 */
export function block_diagonal(
  begin: usize, end: usize, x: usize, xStride: usize, heads: usize, headWidth: usize, y: usize, yStride: usize,
): void {
  for (let row = begin; row < end; row++) {
    const out = y + row * yStride, head = out + (row / headWidth << 2), vector = x + (row << 2);
    memory.fill(out, 0, yStride);
    store<f32>(head, load<f32>(vector));
    store<f32>(head + (heads << 2), load<f32>(vector + xStride));
  }
}

/** Writes the gradient of the vectors: to[s, h d + k] = gradient[h d + k, s H + h]. */
export function block_diagonal_gradient(
  begin: usize, end: usize, gradient: usize, gradientStride: usize, heads: usize, headWidth: usize, to: usize,
  toStride: usize,
): void {
  for (let column = begin; column < end; column++) {
    const head = column / headWidth, from = gradient + column * gradientStride + (head << 2), out = to + (column << 2);
    const present = head < heads;
    store<f32>(out, present ? load<f32>(from) : 0);
    store<f32>(out + toStride, present ? load<f32>(from + (heads << 2)) : 0);
  }
}
