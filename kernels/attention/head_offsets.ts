/**
 * Heads of the columns of a row.
 *
 * @module
 */
import type { HeadShape } from "./attention.ts";

/** Byte offset of each column's number among those of the heads, which are neighbours. */
export function headOffsets({ heads, headWidth }: HeadShape): Uint32Array {
  return Uint32Array.from({ length: heads * headWidth }, (_, column) => 4 * Math.floor(column / headWidth));
}
