/**
 * Share of vertices that mini-batches of an epoch have in common, over all pairs of them.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { ExactLab } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { SAMPLED_REGIME, sampledRegime } from "../sampled_premises.ts";
import type { EpochSetting } from "../sampled_workloads.ts";
import { matchesOfEpoch } from "./epoch_matches.ts";

/** Match degrees of mini-batches, and how much of the graph each of them holds. */
export const OVERLAP_METRICS = {
  match_degree_mean: { label: "mean match degree", unit: "%" },
  match_degree_spread: { label: "largest less least match degree", unit: "%" },
  match_degree_max: { label: "largest match degree", unit: "%" },
  match_degree_min: { label: "least match degree", unit: "%" },
  batch_vertices: { label: "vertices of a mini-batch", unit: "vertices" },
  batch_share: { label: "share of the graph in a mini-batch", unit: "%" },
  pairs: { label: "pairs of mini-batches", unit: "count", shown: false },
  ...SAMPLED_REGIME,
} as const satisfies Metrics;

/** Mean, least and largest entry above the diagonal. */
function overPairs(
  degrees: readonly Float64Array[],
): { mean: number; least: number; largest: number; pairs: number } {
  let sum = 0, least = Infinity, largest = -Infinity, pairs = 0;
  degrees.forEach((row, i) => {
    for (const degree of row.subarray(i + 1)) {
      sum += degree;
      least = Math.min(least, degree);
      largest = Math.max(largest, degree);
      pairs++;
    }
  });
  return { mean: sum / pairs, least, largest, pairs };
}

/** Overlap of the mini-batches of an epoch, counted. */
export async function epochOverlap(
  lab: ExactLab,
  dataset: LoadedDataset,
  epoch: EpochSetting,
): Promise<Facts<typeof OVERLAP_METRICS>> {
  const { lists, degrees } = await lab.once(matchesOfEpoch, dataset, epoch);
  const { mean, least, largest, pairs } = overPairs(degrees);
  const vertices = sumOf(lists, (list) => list.length) / lists.length;
  return {
    match_degree_mean: 100 * mean,
    match_degree_spread: 100 * (largest - least),
    match_degree_max: 100 * largest,
    match_degree_min: 100 * least,
    pairs,
    ...sampledRegime({
      graph: epoch.graph.id,
      vertices: dataset.graph.rows,
      seeds: epoch.batchSize,
      distinct: lists.length,
    }),
    batch_vertices: vertices,
    batch_share: 100 * vertices / dataset.graph.rows,
  };
}
