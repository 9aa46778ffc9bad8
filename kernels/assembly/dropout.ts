// Which entries dropout keeps, by four blocks of random numbers at once. No module of its own: modules import it.
// Dropout is that of `kernels/epilogue.ts`: a block has two words, and a column of its four 16 bits of them.

/** The two words of each of four blocks, which {@link draw} left. */
export let first: v128 = v128.splat<i32>(0), second: v128 = v128.splat<i32>(0);

// @ts-ignore: decorator
@inline
function turned(x: v128, left: i32, other: v128): v128 {
  return v128.xor(v128.or(i32x4.shl(x, left), i32x4.shr_u(x, 32 - left)), other);
}

/** Threefry-2x32-20 (Salmon et al., SC 2011) of four counters: the one of `platform/random.ts`. */
export function draw(blocks: v128, seed: i32, stream: i32, step: i32): void {
  const key0 = i32x4.splat(seed), key1 = i32x4.splat(stream), key2 = i32x4.splat(0x1bd11bda ^ seed ^ stream);
  let x = i32x4.add(blocks, key0), y = i32x4.splat(step + stream);
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

/** The 16 bits of each column of vector `block` of four that follow each other, whose blocks were drawn; a lane each. */
// @ts-ignore: decorator
@inline
export function column_bits(block: usize): v128 {
  if (block == 0) return i32x4.extend_low_i16x8_u(v128.shuffle<i32>(first, second, 0, 4, 1, 5));
  if (block == 1) return i32x4.extend_high_i16x8_u(v128.shuffle<i32>(first, second, 0, 4, 1, 5));
  if (block == 2) return i32x4.extend_low_i16x8_u(v128.shuffle<i32>(first, second, 2, 6, 3, 7));
  return i32x4.extend_high_i16x8_u(v128.shuffle<i32>(first, second, 2, 6, 3, 7));
}
