/**
 * Mini-batch sampled on a rank's part of the graph, in which the rank computes no halo vertex.
 *
 * @module
 */
import type { SampledBatch, SampledBlock } from "../../graph/sampling/block.ts";
import { UsageError } from "../../platform/errors.ts";
import type { RankPartition } from "../partition/rank_partition.ts";

/**
 * One layer of a mini-batch on a rank. Sources are VID_p with halo sources last, so the layer's input is the
 * output of the layer below (or the rank's own features) followed by rows from the cache.
 */
export interface LocalBlock extends SampledBlock {
  /** Number of solid sources; all later sources are halo. */
  readonly solid: number;
}

/**
 * Blocks of one mini-batch on a rank. The *solid* sources of a block are the destinations of the block before
 * it.
 */
export interface LocalBatch extends SampledBatch {
  /** Blocks, one a layer, the one next to the input first. */
  readonly blocks: readonly LocalBlock[];
}

/** VID_o of a block's halo sources in their order, the keys of the cache search. */
export function haloSources(
  { sources, solid }: LocalBlock,
  { vertices }: Pick<RankPartition, "vertices">,
): Uint32Array {
  const ids = new Uint32Array(sources.length - solid);
  for (let i = 0; i < ids.length; i++) ids[i] = vertices[sources[solid + i]];
  return ids;
}

/**
 * Converts a sampled batch into a rank's batch. Halo vertices are leaves: a sampler draws no neighbours of
 * them, but gives each a row in all layers below, with sources that only that row needs. The conversion
 * removes both, and moves halo sources behind the solid ones; it accepts any sampler's batch. Linear in the
 * sampled edges.
 *
 * @param sampled A batch over the rank's graph; its seeds are solid.
 * @throws {UsageError} for a seed that is a halo vertex, or a halo vertex that has neighbours.
 * @example
 * ```ts
 * import { csrFromEdges } from "gnn-repro";
 * import { localBatch, rankPartitions } from "gnn-repro/distributed";
 * import { sampleBatch, uniformNeighbors } from "gnn-repro/graph";
 * const source = Uint32Array.of(0, 1), target = Uint32Array.of(1, 2);
 * const path = csrFromEdges({ vertices: 3, source, target, symmetrise: true });
 * const [rank] = rankPartitions(path, { parts: Uint32Array.of(1, 0, 0), count: 2 }, Uint32Array.of(1));
 * const draw = uniformNeighbors(rank.graph, { fanouts: [2, 2], seed: 1 });
 * const { blocks } = localBatch(await sampleBatch(draw, { seeds: rank.training, batch: 0 }), rank);
 * if (blocks[1].sources.length !== 3 || blocks[0].matrix.rows !== 2) {
 *   throw new Error("vertex 0 is not computed here");
 * }
 * ```
 */
export function localBatch(sampled: SampledBatch, { solid }: Pick<RankPartition, "solid">): LocalBatch {
  const halo = sampled.seeds.find((seed) => seed >= solid);
  if (halo !== undefined) {
    throw strange(`halo vertex ${halo} among the seeds`, "take seeds from the rank's own training vertices");
  }
  return { ...sampled, blocks: sampled.blocks.map((block) => localBlock(block, solid)) };
}

function localBlock({ matrix, sources: given }: SampledBlock, solidVertices: number): LocalBlock {
  const { rows: givenRows, cols, rowPtr: from, colIdx: columns, values } = matrix;
  let rows = 0;
  for (let r = 0; r < givenRows; r++) {
    if (given[r] < solidVertices) rows++;
    else if (from[r + 1] > from[r]) {
      throw strange(`neighbours of halo vertex ${given[r]}`, "sample over the rank's own graph");
    }
  }
  const neighbor = new Uint8Array(cols);
  for (let e = 0; e < columns.length; e++) neighbor[columns[e]] = 1;

  // The new ids ascend with the old ones among the solid and among the halo sources.
  const place = new Uint32Array(cols), order = new Uint32Array(cols);
  let size = 0;
  for (let c = 0; c < cols; c++) if (given[c] < solidVertices) order[size++] = c;
  const solid = size;
  for (let c = 0; c < cols; c++) if (given[c] >= solidVertices && neighbor[c] === 1) order[size++] = c;
  const sources = new Uint32Array(size);
  for (let i = 0; i < size; i++) {
    place[order[i]] = i;
    sources[i] = given[order[i]];
  }

  const rowPtr = new Uint32Array(rows + 1), colIdx = new Uint32Array(columns.length);
  const kept = values && new Float32Array(columns.length);
  let at = 0, row = 0;
  for (let r = 0; r < givenRows; r++) {
    if (given[r] >= solidVertices) continue;
    for (const halo of [false, true]) {
      for (let e = from[r]; e < from[r + 1]; e++) {
        if (place[columns[e]] >= solid !== halo) continue;
        if (kept) kept[at] = values![e];
        colIdx[at++] = place[columns[e]];
      }
    }
    rowPtr[++row] = at;
  }
  return {
    matrix: { rows, cols: size, rowPtr, colIdx, ...(kept && { values: kept }) },
    sources,
    solid,
  };
}

function strange(current: string, next: string): UsageError {
  return new UsageError({
    action: "take a batch on a rank",
    current,
    wanted: "solid seeds and halo vertices without neighbours",
    next,
  });
}
