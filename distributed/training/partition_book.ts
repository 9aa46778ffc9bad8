/**
 * Partition book: from the id of any vertex to the rank that owns it and its place there, without a table of
 * all vertices. Ids are numbered rank by rank, as DGL's `RangePartitionBook` has them.
 *
 * @module
 */
import { ReproError } from "../../platform/errors.ts";
import { idsAt } from "../partition/id_table.ts";
import { haloVertices, type RankPartition } from "../partition/rank_partition.ts";
import { gatherNumbers, type RankTransport } from "./rank_transport.ts";

/**
 * Book of one rank. A vertex has the id `first[r] + p`, where rank r owns it as VID_p p. The book has one
 * word a rank and one a halo vertex.
 */
export class PartitionBook {
  /** First id of each rank, and the number of all vertices. */
  readonly #first: Uint32Array;
  readonly #rank: number;
  readonly #solid: number;
  /** Id of each halo vertex, in the order of VID_p. */
  readonly #halo: Uint32Array;

  private constructor(
    { rank, solid }: Pick<RankPartition, "rank" | "solid">,
    first: Uint32Array,
    halo: Uint32Array,
  ) {
    this.#rank = rank;
    this.#solid = solid;
    this.#first = first;
    this.#halo = halo;
  }

  /**
   * Learns the ids of the halo vertices from their owners, with two words for each copy of a vertex.
   * Collective.
   *
   * @throws {ReproError} where the parts of the ranks are not of one cut.
   */
  static async open(transport: RankTransport, part: RankPartition): Promise<PartitionBook> {
    const { dbHalo: { rankPtr, vertices: held }, vertices, solid } = part, { size } = transport;
    const first = new Uint32Array(size + 1);
    for (const [r, count] of (await gatherNumbers(transport, solid)).entries()) {
      first[r + 1] = first[r] + count;
    }
    const outgoing = Array.from({ length: size }, (_, j) => {
      const copied = held.subarray(rankPtr[j], rankPtr[j + 1]), words = new Uint32Array(2 * copied.length);
      words.set(idsAt(vertices, copied));
      words.set(copied, copied.length);
      return words;
    });
    const copies = haloVertices(part), halo = new Uint32Array(copies.length);
    let found = 0;
    for (const [owner, words] of (await transport.startExchange(outgoing).wait()).entries()) {
      const count = words.length / 2;
      // Both lists ascend.
      for (let i = 0, at = 0; i < count; i++, found++) {
        while (at < copies.length && copies[at] < words[i]) at++;
        if (copies[at] !== words[i]) throw otherCut(`vertex ${words[i]}, of which this rank has no copy`);
        halo[at] = first[owner] + words[count + i];
      }
    }
    if (found !== copies.length) throw otherCut(`${found} owned of ${copies.length} halo vertices`);
    return new PartitionBook(part, first, halo);
  }

  /** Number of all vertices. */
  get vertices(): number {
    return this.#first[this.#first.length - 1];
  }

  /** Id of a vertex of this rank's part, solid or halo. */
  id(place: number): number {
    return place < this.#solid ? this.#first[this.#rank] + place : this.#halo[place - this.#solid];
  }

  /** Rank that owns a vertex. */
  owner(id: number): number {
    let low = 0, high = this.#first.length - 2;
    while (low < high) {
      const middle = low + high + 1 >>> 1;
      if (this.#first[middle] <= id) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** VID_p of a vertex on the rank that owns it. */
  place(id: number): number {
    return id - this.#first[this.owner(id)];
  }

  /**
   * Sorts ids by their owners, in linear time.
   *
   * @returns for each rank the places in `ids` of its vertices, ascending, and their VID_p there.
   */
  byOwner(ids: Uint32Array): readonly OwnedIds[] {
    const owners = ids.map((id) => this.owner(id)), size = this.#first.length - 1;
    const ptr = new Uint32Array(size + 1);
    for (let i = 0; i < owners.length; i++) ptr[owners[i] + 1]++;
    for (let r = 0; r < size; r++) ptr[r + 1] += ptr[r];
    const next = ptr.slice(), rows = new Uint32Array(ids.length), places = new Uint32Array(ids.length);
    for (let i = 0; i < owners.length; i++) {
      const at = next[owners[i]]++;
      rows[at] = i;
      places[at] = ids[i] - this.#first[owners[i]];
    }
    return Array.from({ length: size }, (_, r) => ({
      rows: rows.subarray(ptr[r], ptr[r + 1]),
      places: places.subarray(ptr[r], ptr[r + 1]),
    }));
  }
}

/** Ids of one owner in a list. */
export interface OwnedIds {
  /** Places in the list. */
  readonly rows: Uint32Array;
  /** VID_p on the owner. */
  readonly places: Uint32Array;
}

function otherCut(current: string): ReproError {
  return new ReproError({
    action: "match the parts of ranks",
    current,
    wanted: "a copy of each halo vertex, on one owner",
    next: "cut the graph once, and give every rank its part of that cut",
  });
}
