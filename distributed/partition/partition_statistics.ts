/**
 * Statistics of a partition: cut entries, sizes of parts and balance.
 *
 * @module
 */
import { sumOf } from "../../platform/lists/sum_of.ts";
import type { RankPartition } from "./rank_partition.ts";

/**
 * Statistics of a partition. A list has one entry a rank; a balance is the largest divided by the mean, 1 at
 * best.
 */
export interface PartitionStatistics {
  /**
   * Entries of the graph whose two vertices belong to different ranks. An undirected edge has two entries.
   */
  readonly cutEntries: number;
  /** Number of solid vertices of each rank. */
  readonly solid: readonly number[];
  /** Number of halo vertices of each rank. */
  readonly halo: readonly number[];
  /** Number of training vertices of each rank. */
  readonly training: readonly number[];
  /** Balance of the solid vertices. */
  readonly solidBalance: number;
  /** Balance of the training vertices. */
  readonly trainingBalance: number;
}

/** Computes the statistics of all ranks' parts. */
export function partitionStatistics(ranks: readonly RankPartition[]): PartitionStatistics {
  const solid = ranks.map((part) => part.solid);
  const training = ranks.map((part) => part.training.length);
  return {
    cutEntries: sumOf(ranks, haloEntries),
    solid,
    training,
    halo: ranks.map((part) => part.vertices.length - part.solid),
    solidBalance: balance(solid),
    trainingBalance: balance(training),
  };
}

function haloEntries({ graph, solid }: RankPartition): number {
  let count = 0;
  for (let e = 0; e < graph.colIdx.length; e++) if (graph.colIdx[e] >= solid) count++;
  return count;
}

function balance(loads: readonly number[]): number {
  const total = sumOf(loads);
  return total === 0 ? 1 : Math.max(...loads) * loads.length / total;
}
