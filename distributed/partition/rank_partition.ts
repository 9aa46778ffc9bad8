/**
 * Part of a partitioned graph on one rank: solid and halo vertices, their local ids, and the subgraph that
 * the rank aggregates.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";

/**
 * Solid vertices by the rank that has a halo copy of them: `db_halo[j]` of distgnn-mb, Algorithm 1, is
 * `vertices[rankPtr[j] .. rankPtr[j + 1])`.
 */
export interface HaloDatabase {
  /** Start of each rank's vertices; one entry more than the number of ranks. */
  readonly rankPtr: Uint32Array;
  /** VID_p of solid vertices, ascending for each rank; empty for the rank itself. */
  readonly vertices: Uint32Array;
}

/**
 * Part of one rank (distgnn-mb, Section 3.1). It consists of numbers and typed arrays, so that it can be
 * posted to a worker.
 *
 * Ids are of three spaces: VID_o counts the vertices of the whole graph, VID_p those of a part, VID_b those
 * of a layer of a mini-batch. `vertices` maps VID_p to VID_o, the `sources` of a block map VID_b to VID_p;
 * `idTable` inverts either map.
 */
export interface RankPartition {
  /** The rank, from 0. */
  readonly rank: number;
  /** Number of ranks. */
  readonly ranks: number;
  /**
   * Number of solid vertices, which the rank owns with their features and labels: VID_p below this number.
   * All others are halo.
   */
  readonly solid: number;
  /** VID_o of each VID_p, ascending among the solid and among the halo vertices. */
  readonly vertices: Uint32Array;
  /**
   * Adjacency matrix with VID_p as rows and columns: a solid vertex has all its in-neighbours, a halo vertex
   * has none.
   */
  readonly graph: CsrMatrix;
  /** VID_p of the training vertices, ascending. */
  readonly training: Uint32Array;
  /** Solid vertices of which other ranks have halo copies. */
  readonly dbHalo: HaloDatabase;
}

/** VID_o of a rank's halo vertices, ascending: the list that it sends to all others (Algorithm 1). */
export function haloVertices({ vertices, solid }: Pick<RankPartition, "vertices" | "solid">): Uint32Array {
  return vertices.subarray(solid);
}
