/**
 * Memory of a mini-batch at the published size of a graph, under a system's way to store things, and what it
 * takes to load: modelled.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { BlockShape } from "../../../training/mini_batch/mod.ts";
import type { ExactLab } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { BATCH_LOADS, batchLoads } from "../links/batch_loads.ts";
import { atPublishedSize, batchShapes, blocksSampled } from "../links/published_batches.ts";
import { SAMPLED_REGIME, sampledRegime } from "../sampled_premises.ts";
import type { EpochSetting } from "../sampled_workloads.ts";
import { type BatchMemory, batchMemory, type StoredSystem } from "./batch_memory.ts";

/** Loads of mini-batches, and their regime. */
export const PUBLISHED_LOADS = { ...BATCH_LOADS, ...SAMPLED_REGIME } as const satisfies Metrics;

/** A mini-batch at the published size. */
export interface PublishedMemory {
  /** Blocks, the one next to the input first. */
  readonly blocks: readonly BlockShape[];
  /** Bytes at the moment of the most. */
  readonly memory: BatchMemory;
  /** Loads of such mini-batches. */
  readonly loads: Facts<typeof PUBLISHED_LOADS>;
}

/** Memory and loads of a mini-batch on which a GCN is trained. */
export async function publishedMemory(
  lab: ExactLab,
  dataset: LoadedDataset,
  { epoch, system, hidden }: {
    /** Mini-batches whose shapes are counted. */
    readonly epoch: EpochSetting;
    readonly system: StoredSystem;
    /** Columns of the hidden layers. */
    readonly hidden: number;
  },
): Promise<PublishedMemory> {
  const { graph } = epoch;
  const shapes = await lab.once(batchShapes, dataset, epoch);
  const { blocks } = atPublishedSize(shapes);
  return {
    blocks,
    memory: batchMemory(system, { blocks, graph, hidden }),
    loads: {
      ...batchLoads(shapes, { graph, model: "GCN", hidden, match: system === "fastgl" }),
      ...sampledRegime({
        graph: graph.id,
        vertices: dataset.graph.rows,
        seeds: epoch.batchSize,
        distinct: blocksSampled(epoch),
      }),
    },
  };
}
