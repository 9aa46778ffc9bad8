/**
 * Hash table of all ID maps: its size, its hash function, its parameters.
 *
 * @module
 */
import type { Parameter, ParameterValues } from "../kernel.ts";

/** Size and hash function of a table. */
export interface TableShape {
  /** Slots of the table, each a pair of words. */
  readonly slots: number;
  /** Shift of the hash `(id * 0x9e3779b1) >> shift`; where 0, the hash is `id mod slots`. */
  readonly shift: number;
}

const MOST_SLOTS = 2 ** 28;

/** Parameters of every map. */
export const TABLE_PARAMETERS: Readonly<Record<"slots" | "room", Parameter>> = {
  slots: {
    meaning: "slots of the hash table, with the hash id mod slots as in Figure 8; 0: by room",
    default: 0,
    range: [0, MOST_SLOTS],
  },
  room: {
    meaning: "slots for each id that may be distinct, rounded up to a power of two, with Fibonacci hashing",
    default: 2,
    range: [1, 16],
    continuous: true,
  },
};

/** Shape of the table for a largest number of distinct ids. */
export function tableShape(distinct: number, { slots, room }: ParameterValues): TableShape {
  if (slots >= 1) return { slots: Math.floor(slots), shift: 0 };
  const bits = Math.min(28, Math.max(1, Math.ceil(Math.log2(Math.max(1, room * distinct)))));
  return { slots: 2 ** bits, shift: 32 - bits };
}
