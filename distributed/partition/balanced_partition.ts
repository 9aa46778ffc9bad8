/**
 * Partition of a graph for training on ranks.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { partitionGraph, type PartitionGraphOptions } from "../../graph/partitions/mod.ts";
import type { Partition } from "../../graph/partitions/partition.ts";
import { UsageError } from "../../platform/errors.ts";

/** Settings of a partition for ranks. */
export interface BalancedPartitionOptions
  extends
    Pick<PartitionGraphOptions, "seed" | "imbalance" | "secondImbalance" | "entryImbalance" | "method"> {
  /** Number of parts, one a rank. */
  readonly ranks: number;
}

/**
 * Partitions a graph with few cut edges into parts with about as many vertices and about as many training
 * vertices each (METIS with two constraints, as DistDGL does; distgnn-mb, Section 3.1), and as many stored
 * entries where `entryImbalance` bounds them. `secondBalance` of the result is that of the training vertices.
 *
 * @param training VID_o of the training vertices.
 * @throws {UsageError} for a training vertex that the graph does not have, or an invalid number of ranks or
 * tolerance.
 * @throws {ReproError} if the matrix is not square.
 */
export function balancedPartition(
  graph: CsrMatrix,
  training: Uint32Array,
  { ranks, ...options }: BalancedPartitionOptions,
): Partition {
  const secondWeight = new Uint32Array(graph.rows);
  for (let i = 0; i < training.length; i++) {
    if (training[i] >= graph.rows) {
      throw new UsageError({
        action: "cut a graph for training",
        current: `training vertex ${training[i]}`,
        wanted: `vertices below ${graph.rows}`,
        next: "take the training vertices from the same graph",
      });
    }
    secondWeight[training[i]] = 1;
  }
  return partitionGraph(graph, ranks, { ...options, secondWeight });
}
