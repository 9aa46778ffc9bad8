/**
 * Choice of the vertices that a rank pushes to the others in one layer of an iteration (distgnn-mb, Algorithm
 * 2, lines 15 to 24).
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import type { LocalBlock } from "../local_batch/local_batch.ts";
import { idsAt } from "../partition/id_table.ts";
import type { RankPartition } from "../partition/rank_partition.ts";
import { type MapOrder, mapVertices, type PushMap } from "./push_map.ts";
import { type PushDraw, WeightedSampler } from "./weighted_sample.ts";
import { plural } from "../../platform/text/plural.ts";

/**
 * Greatest number of vertices pushed to a rank in a layer of an iteration (`nc`), in all experiments of the
 * paper.
 */
export const PUSH_LIMIT = 2000;

/** Settings of a push. */
export interface PushOptions extends PushDraw {
  /** Limit `nc`; {@linkcode PUSH_LIMIT} by default. */
  readonly limit?: number;
  /** Loop order of the Map; by vertex by default. */
  readonly mapOrder?: MapOrder;
}

/** Vertices to push to each rank. */
export interface EmbeddingPush {
  /** Rows of the layer's input for each receiver, ascending; at most the limit. */
  readonly rows: readonly Uint32Array[];
  /** VID_o of these rows for each receiver. */
  readonly ids: readonly Uint32Array[];
  /** Vertices that the Map found, over all receivers: the size of a push without a limit. */
  readonly mapped: number;
  /** Number of look-ups of the Map: of each vertex for each remote rank, or once. */
  readonly lookUps: number;
}

/**
 * Chooses the vertices to push: the solid vertices of a layer's input of which the receiver has a halo copy;
 * above the limit, a sample by degree without replacement. A degree is the number of in-neighbours in the
 * whole graph, at least 1. The same seed, iteration and layer choose the same vertices.
 *
 * @throws {UsageError} for a negative or fractional limit.
 */
export function choosePush(
  { sources, solid }: LocalBlock,
  { part, map }: { readonly part: Pick<RankPartition, "vertices" | "graph">; readonly map: PushMap },
  { limit = PUSH_LIMIT, mapOrder, ...draw }: PushOptions,
): EmbeddingPush {
  if (!(Number.isInteger(limit) && limit >= 0)) {
    throw new UsageError({
      action: "choose what is pushed",
      current: `a limit of ${plural(limit, "vertex", "vertices")}`,
      wanted: "a whole number from 0",
      next: "pass the number of vertices that a rank may get from another in a layer of an iteration",
    });
  }
  const vertices = sources.subarray(0, solid), { rowPtr } = part.graph;
  const { places, lookUps } = mapVertices(map, vertices, mapOrder);
  const ids = idsAt(part.vertices, vertices);
  const weights = new Float64Array(solid);
  // A call of `from` takes ten times as long.
  for (let i = 0; i < solid; i++) {
    const p = vertices[i];
    weights[i] = Math.max(1, rowPtr[p + 1] - rowPtr[p]);
  }
  const sampler = new WeightedSampler({ ...draw, count: limit, ids, weights });
  const rows = places.map((candidates, receiver) => sampler.sample(receiver, candidates));
  return {
    rows,
    ids: rows.map((own) => idsAt(ids, own)),
    lookUps,
    mapped: sumOf(places, ({ length }) => length),
  };
}
