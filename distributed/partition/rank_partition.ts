/**
 * What one rank owns of a partitioned graph: solid and halo vertices, its own numbering of them, and the part of the graph
 * that it aggregates.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";

/**
 * Solid vertices by the rank that has a halo copy of them: `db_halo[j]` of distgnn-mb, Algorithm 1, is
 * `vertices[rankPtr[j] .. rankPtr[j + 1])`.
 */
export interface HaloDatabase {
  /** One more than there are ranks. */
  readonly rankPtr: Uint32Array;
  /** VID_p of solid vertices, ascending for each rank. Of the rank itself there are none. */
  readonly vertices: Uint32Array;
}

/**
 * One rank's part (distgnn-mb, Section 3.1). Numbers and typed arrays only, so that it can be posted to a worker.
 *
 * Ids are of three spaces: VID_o counts the vertices of the whole graph, VID_p those of a part, VID_b those of a layer of a
 * mini-batch. `vertices` leads from VID_p to VID_o, the `sources` of a block from VID_b to VID_p; `idTable` turns either
 * around.
 */
export interface RankPartition {
  /** The rank, from 0. */
  readonly rank: number;
  /** All ranks. */
  readonly ranks: number;
  /** Solid vertices, which the rank owns with their features and labels: VID_p below this number. All others are halo. */
  readonly solid: number;
  /** VID_o of each VID_p, ascending among the solid and among the halo vertices. */
  readonly vertices: Uint32Array;
  /** Rows and columns are VID_p: a solid vertex has all its in-neighbours, a halo vertex has none. */
  readonly graph: CsrMatrix;
  /** VID_p of the training vertices, ascending. */
  readonly training: Uint32Array;
  /** Solid vertices that other ranks have as halo. */
  readonly dbHalo: HaloDatabase;
}

/** VID_o of a rank's halo vertices, ascending: the list that it sends to all others (Algorithm 1). */
export function haloVertices({ vertices, solid }: Pick<RankPartition, "vertices" | "solid">): Uint32Array {
  return vertices.subarray(solid);
}
