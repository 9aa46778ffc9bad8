// Dropout masks, drawn from four blocks of random numbers at once. Imported by other modules, not compiled by
// itself.
// Dropout is defined in `kernels/epilogue/epilogue.ts`: a block has two words, and each of four columns takes 16 bits
// of the words.

import { first, second, threefry } from "./threefry.ts";

/** Draws four blocks of random numbers of a training step. */
export function draw(blocks: v128, seed: i32, stream: i32, step: i32): void {
  threefry(blocks, i32x4.splat(step), seed, stream);
}

/**
 * Extracts the 16 random bits of each column of vector `block`, one of four neighbouring vectors whose blocks
 * were drawn; one column per lane.
 */
// @ts-ignore: decorator
@inline
export function column_bits(block: usize): v128 {
  if (block == 0) return i32x4.extend_low_i16x8_u(v128.shuffle<i32>(first, second, 0, 4, 1, 5));
  if (block == 1) return i32x4.extend_high_i16x8_u(v128.shuffle<i32>(first, second, 0, 4, 1, 5));
  if (block == 2) return i32x4.extend_low_i16x8_u(v128.shuffle<i32>(first, second, 2, 6, 3, 7));
  return i32x4.extend_high_i16x8_u(v128.shuffle<i32>(first, second, 2, 6, 3, 7));
}
