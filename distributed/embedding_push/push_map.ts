/**
 * Map of distgnn-mb, Algorithm 2, lines 17 and 18: the vertices of a layer's input of which other ranks have
 * halo copies.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { RankPartition } from "../partition/rank_partition.ts";

/** `db_halo` of a rank as one bit for each solid vertex and rank. */
export interface PushMap {
  /** Rank of the map's owner. */
  readonly rank: number;
  /** Number of ranks. */
  readonly ranks: number;
  /** Words of 32 ranks for each vertex. */
  readonly words: number;
  /** Bit `j % 32` of word `p * words + floor(j / 32)`: rank j has a halo copy of VID_p p. */
  readonly bits: Uint32Array;
}

/** Vertices found by a Map. */
export interface MappedVertices {
  /** Places in the given list for each rank, ascending; empty for the rank itself. */
  readonly places: readonly Uint32Array[];
  /** Number of words read. */
  readonly lookUps: number;
}

/** Loop order of a Map, by rank or by vertex. Both orders find the same vertices. */
export type MapOrder = "rank" | "vertex";

/** Builds the map of a rank, in time linear in its solid vertices and its `db_halo`. */
export function pushMap(
  { rank, ranks, solid, dbHalo }: Pick<RankPartition, "rank" | "ranks" | "solid" | "dbHalo">,
): PushMap {
  const words = Math.ceil(ranks / 32), bits = new Uint32Array(solid * words);
  for (let j = 0; j < ranks; j++) {
    for (let i = dbHalo.rankPtr[j]; i < dbHalo.rankPtr[j + 1]; i++) {
      bits[dbHalo.vertices[i] * words + (j >>> 5)] |= 1 << (j & 31);
    }
  }
  return { rank, ranks, words, bits };
}

/**
 * Intersects vertices with `db_halo[j]` for each remote rank j.
 *
 * @param vertices VID_p of solid vertices.
 * @param order `rank` as printed, with one pass over the vertices for each remote rank, so that the cost
 * grows with the number of ranks; `vertex` with one pass for all ranks.
 * @throws {UsageError} for a vertex that is not solid.
 */
export function mapVertices(map: PushMap, vertices: Uint32Array, order: MapOrder = "vertex"): MappedVertices {
  for (let i = 0; i < vertices.length; i++) {
    if (vertices[i] * map.words < map.bits.length) continue;
    throw new UsageError({
      action: "look up who has a halo copy",
      current: `vertex ${vertices[i]}`,
      wanted: `solid vertices, below ${map.bits.length / map.words}`,
      next: "pass the solid sources of a block of the same rank",
    });
  }
  return order === "rank" ? mapByRank(map, vertices) : mapByVertex(map, vertices);
}

function mapByRank({ rank, ranks, words, bits }: PushMap, vertices: Uint32Array): MappedVertices {
  const found = new Uint32Array(vertices.length);
  const places = Array.from({ length: ranks }, (_, j) => {
    if (j === rank) return new Uint32Array();
    const word = j >>> 5, mask = 1 << (j & 31);
    let count = 0;
    for (let i = 0; i < vertices.length; i++) {
      if ((bits[vertices[i] * words + word] & mask) !== 0) found[count++] = i;
    }
    return found.slice(0, count);
  });
  return { places, lookUps: (ranks - 1) * vertices.length };
}

function mapByVertex({ ranks, words, bits }: PushMap, vertices: Uint32Array): MappedVertices {
  const ptr = new Uint32Array(ranks + 1);
  for (let i = 0; i < vertices.length; i++) {
    for (let word = 0; word < words; word++) {
      for (let left = bits[vertices[i] * words + word]; left !== 0; left &= left - 1) {
        ptr[32 * word + 32 - Math.clz32(left & -left)]++;
      }
    }
  }
  for (let j = 0; j < ranks; j++) ptr[j + 1] += ptr[j];
  const cursor = ptr.slice(), all = new Uint32Array(ptr[ranks]);
  for (let i = 0; i < vertices.length; i++) {
    for (let word = 0; word < words; word++) {
      for (let left = bits[vertices[i] * words + word]; left !== 0; left &= left - 1) {
        all[cursor[32 * word + 31 - Math.clz32(left & -left)]++] = i;
      }
    }
  }
  const places = Array.from({ length: ranks }, (_, j) => all.subarray(ptr[j], ptr[j + 1]));
  return { places, lookUps: 2 * words * vertices.length };
}
