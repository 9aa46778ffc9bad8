/**
 * A workload's graph cut for its ranks, once for all suites.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { balancedPartition } from "../../distributed/partition/balanced_partition.ts";
import type { RankPartition } from "../../distributed/partition/rank_partition.ts";
import { rankPartitions } from "../../distributed/partition/rank_partitions.ts";
import { partitionEngine } from "../../graph/partitions/mod.ts";
import type { Lab } from "../lab.ts";
import { type ScaledGraph, scaledGraph, trainingVertices } from "./scaled_graphs.ts";
import type { TextWorkload } from "../text_suite.ts";

/** A graph, cut. */
export interface CutGraph {
  /** The graph at the scale of the profile. */
  readonly scaled: ScaledGraph;
  /** VID_o of the vertices that are trained on. */
  readonly training: Uint32Array;
  /** The rank of each vertex. */
  readonly parts: Uint32Array;
  /** One a rank. */
  readonly ranks: readonly RankPartition[];
  /** Milliseconds that cutting took when it was done. */
  readonly ms: number;
}

const known = new WeakMap<LoadedDataset, Map<string, Promise<CutGraph>>>();

/**
 * The graph of a workload that `rankWorkloads` made, cut by METIS with training vertices spread evenly (Section 3.1). The cut is in
 * the user's cache, parts are kept for as long as the graph is loaded.
 */
export function cutGraph(lab: Lab, dataset: LoadedDataset, { factors }: TextWorkload): Promise<CutGraph> {
  const { graph, ranks: count } = factors;
  const ofGraph = known.getOrInsertComputed(dataset, () => new Map());
  return ofGraph.getOrInsertComputed(`${graph} ${count} ${lab.profile.id} ${lab.seed}`, async () => {
    const scaled = scaledGraph(lab.profile, graph), { seed } = lab;
    const training = trainingVertices(dataset, scaled, seed);
    const key = { partition: "balanced", engine: partitionEngine(), graph: dataset.hash, ranks: count, seed };
    const { value: parts, ms } = await lab.cached(
      { ...key, training: scaled.trainingShare ?? "split" },
      () => balancedPartition(dataset.graph, training, { ranks: Number(count), seed }).parts,
    );
    const ranks = rankPartitions(dataset.graph, { parts, count: Number(count) }, training);
    return { scaled, training, parts, ranks, ms };
  });
}
