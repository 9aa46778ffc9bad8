// Steps of loops over columns that keep sums in vectors of four floats. Imported by other modules, not
// compiled by itself.
// V in angle brackets is the type of an entry's value: f32, or u32 where the matrix has no values and each is
// 1.

/** Computes sum + value x, or sum + x. */
// @ts-ignore: decorator
@inline
export function accumulate<V>(sum: v128, value: v128, x: v128): v128 {
  if (isFloat<V>()) return f32x4.relaxed_madd(x, value, sum);
  return f32x4.add(x, sum);
}

/**
 * Stores the first 1, 2, 4 or 8 of eight neighbouring vectors. The count is a constant, so that no branch on
 * it is left.
 */
// @ts-ignore: decorator
@inline
export function storeVectors(
  count: i32, y: usize, a: v128, b: v128, c: v128, d: v128, e: v128, f: v128, g: v128, h: v128,
): void {
  v128.store(y, a);
  if (count >= 2) v128.store(y, b, 16);
  if (count >= 4) {
    v128.store(y, c, 32);
    v128.store(y, d, 48);
  }
  if (count >= 8) {
    v128.store(y, e, 64);
    v128.store(y, f, 80);
    v128.store(y, g, 96);
    v128.store(y, h, 112);
  }
}
