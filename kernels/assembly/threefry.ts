// Random numbers, four blocks at once: the Threefry of `platform/random.ts`. Imported by other modules, not
// compiled by itself.

/** Two words of each of four blocks, as the last call of {@link threefry} left them. */
export let first: v128 = v128.splat<i32>(0), second: v128 = v128.splat<i32>(0);

// @ts-ignore: decorator
@inline
function turned(x: v128, left: i32, other: v128): v128 {
  return v128.xor(v128.or(i32x4.shl(x, left), i32x4.shr_u(x, 32 - left)), other);
}

/**
 * Computes Threefry-2x32-20 (Salmon et al., SC 2011) of the four counters whose words are the lanes of low
 * and high.
 */
export function threefry(low: v128, high: v128, seed: i32, stream: i32): void {
  const key0 = i32x4.splat(seed), key1 = i32x4.splat(stream), key2 = i32x4.splat(0x1bd11bda ^ seed ^ stream);
  let x = i32x4.add(low, key0), y = i32x4.add(high, key1);
  x = i32x4.add(x, y), y = turned(y, 13, x), x = i32x4.add(x, y), y = turned(y, 15, x);
  x = i32x4.add(x, y), y = turned(y, 26, x), x = i32x4.add(x, y), y = turned(y, 6, x);
  x = i32x4.add(x, key1), y = i32x4.add(y, i32x4.add(key2, i32x4.splat(1)));
  x = i32x4.add(x, y), y = turned(y, 17, x), x = i32x4.add(x, y), y = turned(y, 29, x);
  x = i32x4.add(x, y), y = turned(y, 16, x), x = i32x4.add(x, y), y = turned(y, 24, x);
  x = i32x4.add(x, key2), y = i32x4.add(y, i32x4.add(key0, i32x4.splat(2)));
  x = i32x4.add(x, y), y = turned(y, 13, x), x = i32x4.add(x, y), y = turned(y, 15, x);
  x = i32x4.add(x, y), y = turned(y, 26, x), x = i32x4.add(x, y), y = turned(y, 6, x);
  x = i32x4.add(x, key0), y = i32x4.add(y, i32x4.add(key1, i32x4.splat(3)));
  x = i32x4.add(x, y), y = turned(y, 17, x), x = i32x4.add(x, y), y = turned(y, 29, x);
  x = i32x4.add(x, y), y = turned(y, 16, x), x = i32x4.add(x, y), y = turned(y, 24, x);
  x = i32x4.add(x, key1), y = i32x4.add(y, i32x4.add(key2, i32x4.splat(4)));
  x = i32x4.add(x, y), y = turned(y, 13, x), x = i32x4.add(x, y), y = turned(y, 15, x);
  x = i32x4.add(x, y), y = turned(y, 26, x), x = i32x4.add(x, y), y = turned(y, 6, x);
  first = i32x4.add(x, key2), second = i32x4.add(y, i32x4.add(key0, i32x4.splat(5)));
}
