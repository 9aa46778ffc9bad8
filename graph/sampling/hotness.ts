/**
 * Hotness of vertices for a static cache on the device: the hottest are those whose features mini-batches
 * need most often.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { indices } from "../../platform/indices.ts";
import type { CsrMatrix } from "../csr.ts";
import { sortByDegree } from "../orderings/degree_order.ts";

/**
 * Hotness by degree: the number of rows that name a vertex as a neighbour, each of which may draw it. With
 * row v listing the in-neighbours of v, that is the out-degree.
 */
export function degreeHotness({ cols, colIdx }: CsrMatrix): Uint32Array {
  const counts = new Uint32Array(cols);
  for (let e = 0; e < colIdx.length; e++) counts[colIdx[e]]++;
  return counts;
}

/**
 * Hotness by presampling: the number of trial batches that contain each vertex (as in GNNLab and in the
 * public code of fastgl).
 *
 * @param vertices Number of vertices of the graph.
 * @param lists Vertices of each batch whose features would be loaded.
 * @throws {UsageError} for a vertex that is not below `vertices`.
 *
 * @example
 * ```ts
 * import { presampledHotness } from "gnn-repro/graph";
 * const counts = presampledHotness(4, [Uint32Array.of(1, 2), Uint32Array.of(2)]);
 * if (counts.join() !== "0,1,2,0") throw new Error("vertex 2 twice");
 * ```
 */
export function presampledHotness(vertices: number, lists: Iterable<Uint32Array>): Uint32Array {
  const counts = new Uint32Array(vertices);
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      if (list[i] >= vertices) throw strangeVertex(list[i], vertices);
      counts[list[i]]++;
    }
  }
  return counts;
}

/**
 * Selects the hottest vertices, `share` of all (rounded), the hottest first; ties go to the lowest id. So a
 * smaller cache is a prefix of a larger one.
 *
 * @param counts Hotness of each vertex.
 * @param share Cache ratio, from 0 to 1.
 * @throws {UsageError} for another share.
 *
 * @example
 * ```ts
 * import { hottest } from "gnn-repro/graph";
 * if (hottest(Uint32Array.of(3, 9, 3, 1), 0.5).join() !== "1,0") {
 *   throw new Error("vertex 1, then the first of the 3s");
 * }
 * ```
 */
export function hottest(counts: Uint32Array, share: number): Uint32Array {
  if (!(share >= 0 && share <= 1)) {
    throw new UsageError({
      action: "pick the hottest vertices",
      current: `a share of ${share}`,
      wanted: "a number from 0 to 1",
      next: "pass the part of all vertices that the cache may hold",
    });
  }
  const vertices = indices(counts.length);
  return sortByDegree({ vertices, degree: counts, falling: true }).slice(
    0,
    Math.round(share * counts.length),
  );
}

function strangeVertex(vertex: number, vertices: number): UsageError {
  return new UsageError({
    action: "count how often vertices are sampled",
    current: `vertex ${vertex}`,
    wanted: `vertices below ${vertices}`,
    next: "pass the number of vertices of the graph that the batches are of",
  });
}
