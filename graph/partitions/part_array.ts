/**
 * Arrays of ranks in the narrowest type that names each.
 *
 * @module
 */

/** Ranks, one an entry. */
export type RankArray = Uint8Array | Uint16Array | Uint32Array;

/** Makes room for `length` of `ranks` ranks: a byte each up to 256 ranks, two up to 65,536, else four. */
export function rankArray(ranks: number, length: number): RankArray {
  const Narrow = ranks <= 2 ** 8 ? Uint8Array : ranks <= 2 ** 16 ? Uint16Array : Uint32Array;
  return new Narrow(length);
}
