/**
 * Enumeration of the maximal sets of items that fit into a given room.
 *
 * @module
 */

/** Item with a size. */
export interface Sized {
  /** Bit of the item in a set. */
  readonly bit: bigint;
  /** Size of the item, from 0. */
  readonly bytes: number;
  /** Bits of items that may not stay where this item is dropped; none by default. */
  readonly outranks?: bigint;
}

/** Set of items with its size. */
export interface SizedSet {
  /** Bits of the set's items. */
  readonly set: bigint;
  /** Sum of the items' sizes. */
  readonly bytes: number;
}

/**
 * Enumerates the sets of items within `room` to which no other item can be added, and which hold no item that
 * is outranked by a missing one. Items may only outrank others of their size.
 */
export function maximalSubsets(items: readonly Sized[], room: number): SizedSet[] {
  const sorted = items.toSorted((a, b) => b.bytes - a.bytes);
  const rest = new Float64Array(sorted.length + 1);
  for (let i = sorted.length - 1; i >= 0; i--) rest[i] = rest[i + 1] + sorted[i].bytes;
  const found: SizedSet[] = [];
  const extend = (
    i: number,
    chosen: SizedSet,
    leftOut: { readonly smallest: number; readonly outranked: bigint },
  ) => {
    const left = room - chosen.bytes;
    // The remaining items cannot fill the room so far that the smallest item left out no longer fits.
    if (left - rest[i] >= leftOut.smallest) return;
    if (i === sorted.length) {
      found.push(chosen);
      return;
    }
    const { bit, bytes, outranks = 0n } = sorted[i];
    if (bytes <= left && (leftOut.outranked & bit) === 0n) {
      extend(i + 1, { set: chosen.set | bit, bytes: chosen.bytes + bytes }, leftOut);
    }
    if ((chosen.set & outranks) === 0n) {
      extend(i + 1, chosen, { smallest: bytes, outranked: leftOut.outranked | outranks });
    }
  };
  extend(0, { set: 0n, bytes: 0 }, { smallest: Infinity, outranked: 0n });
  return found;
}
