/**
 * Columns of a padded row as vectors that are all full: of the widest kind, then of halves of it.
 *
 * @module
 */
import { type Vec, vec, type VectorBits } from "../assembler/operand.ts";
import type { ColumnVector } from "./column_vectors.ts";

/** Fewest lanes of a vector, to whose multiples rows are padded. */
const LEAST_LANES = 4;

/** Lanes of the kinds of vectors, from the widest down. */
export function laneCounts(lanes: 8 | 16): readonly number[] {
  return lanes === 16 ? [16, 8, LEAST_LANES] : [8, LEAST_LANES];
}

/**
 * Splits columns, a multiple of 4, into full vectors. Kernels that read what they wrote take them instead of
 * masks: a masked load does not always get its data from a masked store that is still on its way.
 */
export function wholeVectors(columns: number, lanes: 8 | 16): readonly ColumnVector[] {
  const vectors: ColumnVector[] = [];
  let at = 0;
  for (const size of laneCounts(lanes)) {
    for (; columns - at >= size; at += size) vectors.push({ at, columns: size });
  }
  return vectors;
}

/** Lowest lanes of a vector register: 4, 8 or 16. */
export function lowestLanes({ n }: Vec, lanes: number): Vec {
  return vec(32 * lanes as VectorBits, n);
}
