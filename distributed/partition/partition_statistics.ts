/**
 * What a partition asks of its ranks, in numbers.
 *
 * @module
 */
import type { RankPartition } from "./rank_partition.ts";

/** A list has one entry a rank; a balance is the largest over the mean, 1 at best. */
export interface PartitionStatistics {
  /** Entries of the graph whose two vertices are of different ranks. An undirected edge has two. */
  readonly cutEntries: number;
  /** Solid vertices. */
  readonly solid: readonly number[];
  /** Halo vertices. */
  readonly halo: readonly number[];
  /** Training vertices. */
  readonly training: readonly number[];
  /** Balance of the solid vertices. */
  readonly solidBalance: number;
  /** Balance of the training vertices. */
  readonly trainingBalance: number;
}

/** Counts of all ranks' parts. */
export function partitionStatistics(ranks: readonly RankPartition[]): PartitionStatistics {
  const solid = ranks.map((part) => part.solid);
  const training = ranks.map((part) => part.training.length);
  return {
    cutEntries: ranks.reduce((sum, part) => sum + haloEntries(part), 0),
    ...{ solid, training },
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
  const total = loads.reduce((sum, load) => sum + load, 0);
  return total === 0 ? 1 : Math.max(...loads) * loads.length / total;
}
