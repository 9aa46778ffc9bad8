/**
 * Map of distgnn-mb, Algorithm 2, lines 17 and 18: the vertices of a layer's input of which other ranks have
 * halo copies.
 *
 * @module
 */
import { partArray } from "../../graph/partitions/part_array.ts";
import { UsageError } from "../../platform/errors.ts";
import type { RankPartition } from "../partition/rank_partition.ts";
import { AscendingIds } from "./ascending_ids.ts";

/**
 * `db_halo` of a rank by vertex: the ranks that have a copy of each of its boundary vertices, those that any
 * other rank has in its halo. Its size follows from these alone, not from the number of solid vertices: 12
 * bytes a boundary vertex and 1, 2 or 4 a copy, by the number of ranks (up to 256, up to 65,536, more).
 */
export interface PushMap {
  /** Rank of the map's owner. */
  readonly rank: number;
  /** Number of ranks. */
  readonly ranks: number;
  /** Number of solid vertices of the owner. */
  readonly solid: number;
  /** VID_p of the boundary vertices. */
  readonly boundary: AscendingIds;
  /** Offset of each boundary vertex in `copies`; one entry more than there are such vertices. */
  readonly ptr: Uint32Array;
  /** Ranks with a copy of each boundary vertex, ascending. */
  readonly copies: Uint8Array | Uint16Array | Uint32Array;
}

/** Vertices found by a Map. */
export interface MappedVertices {
  /** Places in the given list for each rank, ascending; empty for the rank itself. */
  readonly places: readonly Uint32Array[];
  /** Number of look-ups: of each vertex for each remote rank, or of each vertex once. */
  readonly lookUps: number;
}

/** Loop order of a Map, by rank or by vertex. Both orders find the same vertices. */
export type MapOrder = "rank" | "vertex";

/** Builds the map of a rank, in time and memory of its `db_halo`. */
export function pushMap(
  { rank, ranks, solid, dbHalo }: Pick<RankPartition, "rank" | "ranks" | "solid" | "dbHalo">,
): PushMap {
  const boundary = new AscendingIds(distinct(dbHalo.vertices), solid);
  const ptr = new Uint32Array(boundary.ids.length + 1);
  const places = dbHalo.vertices.map((vertex) => boundary.placeOf(vertex));
  for (let i = 0; i < places.length; i++) ptr[places[i] + 1]++;
  for (let b = 0; b < boundary.ids.length; b++) ptr[b + 1] += ptr[b];
  const cursor = ptr.slice(), copies = partArray(ranks, places.length);
  for (let j = 0; j < ranks; j++) {
    for (let i = dbHalo.rankPtr[j]; i < dbHalo.rankPtr[j + 1]; i++) copies[cursor[places[i]]++] = j;
  }
  return { rank, ranks, solid, boundary, ptr, copies };
}

/** Distinct ids, ascending. */
function distinct(ids: Uint32Array): Uint32Array {
  const sorted = ids.slice().sort();
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i];
  }
  return sorted.slice(0, count);
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
    if (vertices[i] < map.solid) continue;
    throw new UsageError({
      action: "look up who has a halo copy",
      current: `vertex ${vertices[i]}`,
      wanted: `solid vertices, below ${map.solid}`,
      next: "pass the solid sources of a block of the same rank",
    });
  }
  return order === "rank" ? mapByRank(map, vertices) : mapByVertex(map, vertices);
}

function mapByRank({ rank, ranks, boundary, ptr, copies }: PushMap, vertices: Uint32Array): MappedVertices {
  const size = vertices.length, found = new Uint32Array(size);
  // Copies of each vertex that are left, and the rank that has the first of them.
  const next = new Uint32Array(size), end = new Uint32Array(size), first = new Uint32Array(size).fill(ranks);
  for (let i = 0; i < size; i++) {
    const place = boundary.placeOf(vertices[i]);
    if (place < 0) continue;
    next[i] = ptr[place];
    end[i] = ptr[place + 1];
    first[i] = copies[next[i]];
  }
  const places = Array.from({ length: ranks }, (_, j) => {
    if (j === rank) return new Uint32Array();
    let count = 0;
    for (let i = 0; i < size; i++) {
      if (first[i] !== j) continue;
      found[count++] = i;
      first[i] = ++next[i] < end[i] ? copies[next[i]] : ranks;
    }
    return found.slice(0, count);
  });
  return { places, lookUps: (ranks - 1) * size };
}

function mapByVertex({ ranks, boundary, ptr, copies }: PushMap, vertices: Uint32Array): MappedVertices {
  const size = vertices.length, found = new Int32Array(size), begin = new Uint32Array(ranks + 1);
  for (let i = 0; i < size; i++) {
    const place = found[i] = boundary.placeOf(vertices[i]);
    if (place < 0) continue;
    for (let c = ptr[place]; c < ptr[place + 1]; c++) begin[copies[c] + 1]++;
  }
  for (let j = 0; j < ranks; j++) begin[j + 1] += begin[j];
  const cursor = begin.slice(), all = new Uint32Array(begin[ranks]);
  for (let i = 0; i < size; i++) {
    const place = found[i];
    if (place < 0) continue;
    for (let c = ptr[place]; c < ptr[place + 1]; c++) all[cursor[copies[c]]++] = i;
  }
  const places = Array.from({ length: ranks }, (_, j) => all.subarray(begin[j], begin[j + 1]));
  return { places, lookUps: size };
}
