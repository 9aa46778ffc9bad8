// z = alpha x + beta y      entry by entry.
// Work items are vectors of four f32. x, y, z: addresses in bytes, 16-byte aligned, the padding included.

/** z = alpha x + beta y over vectors [begin, end); z is neither x nor y. */
export function add(begin: usize, end: usize, x: usize, y: usize, z: usize, alpha: f32, beta: f32): void {
  const left = f32x4.splat(alpha), right = f32x4.splat(beta);
  for (let at = begin << 4; at < end << 4; at += 16) {
    const sum = f32x4.add(f32x4.mul(left, v128.load(x + at)), f32x4.mul(right, v128.load(y + at)));
    v128.store(z + at, sum);
  }
}
