// Which entries dropout keeps, by four blocks of random numbers at once. No module of its own: modules import it.
// Dropout is that of `kernels/epilogue.ts`: a block has two words, and a column of its four 16 bits of them.

import { first, second, threefry } from "./threefry.ts";

/** Draws four blocks of a step. */
export function draw(blocks: v128, seed: i32, stream: i32, step: i32): void {
  threefry(blocks, i32x4.splat(step), seed, stream);
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
