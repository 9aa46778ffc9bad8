/**
 * ID maps: compaction of global ids to local ones, so that a batch's features fit a small matrix.
 *
 * @module
 */

/** Distinct ids with their local numbers. */
export interface CompactIds {
  /** Local id of each given id: `unique[local[i]] = ids[i]`. */
  readonly local: Uint32Array;
  /** Global id of each local id: the kept ones, in their order, then the others. */
  readonly unique: Uint32Array;
}

/**
 * Numbers the distinct ids among `kept` and `ids` from 0. `kept` are distinct and keep their places; each map
 * may order the others in its own way. A device's map comes as this type from `idMapOn`.
 */
export type IdMap = (ids: Uint32Array, kept: Uint32Array) => CompactIds | Promise<CompactIds>;

/** Multiplier of the hash, 2^32 over the golden ratio: neighbouring ids land far apart. */
const GOLDEN = 0x9e3779b1;

/**
 * The plain {@link IdMap}: new ids are numbered in the order of their first occurrence. Linear time; an open
 * table of twice as many slots as there are ids. Ids are below 2^32 - 1.
 *
 * @example
 * ```ts
 * import { compactIds } from "gnn-repro/graph";
 * const { local, unique } = compactIds(Uint32Array.of(7, 3, 7, 5), Uint32Array.of(5));
 * if (unique.join() !== "5,7,3" || local.join() !== "1,2,1,0") throw new Error("first come, first numbered");
 * ```
 */
export function compactIds(ids: Uint32Array, kept: Uint32Array = new Uint32Array()): CompactIds {
  const bits = Math.max(1, Math.ceil(Math.log2(2 * (ids.length + kept.length) + 1)));
  const mask = 2 ** bits - 1, shift = 32 - bits;
  // Local id plus one, so that 0 is a free slot.
  const slots = new Uint32Array(mask + 1);
  const unique = new Uint32Array(ids.length + kept.length), local = new Uint32Array(ids.length);
  let count = 0;
  const number = (id: number): number => {
    let slot = Math.imul(id, GOLDEN) >>> shift;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      if (unique[slots[slot] - 1] === id) return slots[slot] - 1;
    }
    unique[count] = id;
    slots[slot] = ++count;
    return count - 1;
  };
  for (let i = 0; i < kept.length; i++) number(kept[i]);
  for (let i = 0; i < ids.length; i++) local[i] = number(ids[i]);
  return { local, unique: unique.slice(0, count) };
}
