/**
 * A graph cut for ranks, once for all suites.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { balancedPartition } from "../../distributed/partition/balanced_partition.ts";
import type { RankPartition } from "../../distributed/partition/rank_partition.ts";
import { rankPartitions } from "../../distributed/partition/rank_partitions.ts";
import { partitionEngine } from "../../graph/partitions/mod.ts";
import type { ExactLab } from "../lab.ts";
import { type GraphId, rankTrainingVertices, type ScaledGraph, scaledGraph } from "./scaled_graphs.ts";

/** A graph, cut. */
export interface CutGraph {
  /** Graph at the scale of the profile. */
  readonly scaled: ScaledGraph;
  /** Vertices that are trained on, by VID_o. */
  readonly training: Uint32Array;
  /** Rank of each vertex. */
  readonly parts: Uint32Array;
  /** Part of each rank. */
  readonly ranks: readonly RankPartition[];
  /** Milliseconds that cutting took when it was done. */
  readonly ms: number;
}

/** Graph and number of ranks that it is cut for. */
interface Cut {
  readonly graph: GraphId;
  readonly ranks: number;
}

/**
 * Cuts a graph by METIS with training vertices spread evenly (Section 3.1). The cut is in the user's cache;
 * parts are kept for as long as the graph is loaded.
 */
export function cutGraph(lab: ExactLab, dataset: LoadedDataset, { graph, ranks }: Cut): Promise<CutGraph> {
  return cutScaled(lab, dataset, { scaled: scaledGraph(lab.profile, graph), ranks });
}

/** Cuts a graph at a scale of its own: {@linkcode cutGraph}. */
export function cutScaled(
  lab: ExactLab,
  dataset: LoadedDataset,
  { scaled, ranks }: { readonly scaled: ScaledGraph; readonly ranks: number },
): Promise<CutGraph> {
  return lab.once(cutOnce, dataset, { scaled, ranks });
}

async function cutOnce(
  lab: ExactLab,
  dataset: LoadedDataset,
  { scaled, ranks: count }: { readonly scaled: ScaledGraph; readonly ranks: number },
): Promise<CutGraph> {
  const { seed } = lab;
  const training = rankTrainingVertices(dataset, scaled, seed);
  const { value: parts, ms } = await lab.cachedWithCost(
    {
      partition: "balanced",
      engine: partitionEngine(),
      graph: dataset.hash,
      ranks: String(count),
      seed,
      training: scaled.trainingShare ?? "split",
    },
    () => balancedPartition(dataset.graph, training, { ranks: count, seed }).parts,
  );
  const ranks = rankPartitions(dataset.graph, { parts, count }, training);
  return { scaled, training, parts, ranks, ms };
}
