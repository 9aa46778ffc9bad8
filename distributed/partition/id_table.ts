/**
 * Tables that convert ids from one id space to another.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";

/** Entry of an {@linkcode idTable} for an absent id. */
export const ABSENT = 0xffffffff;

/**
 * Looks up `ids[i]` for each i in `places`: VID_p to VID_o by a part's `vertices`, VID_b to VID_p by a
 * block's `sources`.
 */
export function idsAt(ids: Uint32Array, places: Uint32Array): Uint32Array {
  const found = new Uint32Array(places.length);
  for (let i = 0; i < places.length; i++) found[i] = ids[places[i]];
  return found;
}

/**
 * Builds the inverse table of `ids`: the place in `ids` of each id below `size`, {@linkcode ABSENT} for
 * absent ids. From VID_o to VID_p with a part's `vertices` and the number of vertices of the graph, from
 * VID_p to VID_b with a block's `sources` and the number of vertices of the part.
 *
 * @throws {UsageError} for an id that occurs twice or is not below `size`.
 * @example
 * ```ts
 * import { ABSENT, idTable } from "gnn-repro/distributed";
 * if (idTable(Uint32Array.of(2, 0), 3).join() !== `1,${ABSENT},0`) {
 *   throw new Error("2 is first, 0 is second");
 * }
 * ```
 */
export function idTable(ids: Uint32Array, size: number): Uint32Array {
  const table = new Uint32Array(size).fill(ABSENT);
  for (let place = 0; place < ids.length; place++) {
    if (!(ids[place] < size && table[ids[place]] === ABSENT)) {
      throw new UsageError({
        action: "make a table of ids",
        current: `id ${ids[place]}${ids[place] < size ? " twice" : ""}`,
        wanted: `distinct ids below ${size}`,
        next: "pass the ids of one part or one block, and the size of the space that they are from",
      });
    }
    table[ids[place]] = place;
  }
  return table;
}
