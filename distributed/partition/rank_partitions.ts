/**
 * Construction of all ranks' parts of a graph in one process.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { Partition } from "../../graph/partitions/partition.ts";
import type { RankPartition } from "./rank_partition.ts";
import { RankPartitionBuilder } from "./rank_partition_builder.ts";

/**
 * Builds the parts of all ranks: the halo of rank p is `{u : (u, v) cut, v solid in p}` (distgnn-mb, Section
 * 3.1), where row v lists u. In an undirected graph, each cut edge therefore makes a halo vertex on both
 * sides. Time and memory are linear in vertices, entries, halo vertices and the square of the number of
 * ranks, but for the sorting of each halo.
 *
 * @param training VID_o of the training vertices.
 * @throws {ReproError} where the partition or the training vertices do not belong to this graph.
 * @example
 * ```ts
 * import { csrFromEdges } from "gnn-repro";
 * import { rankPartitions } from "gnn-repro/distributed";
 * const source = Uint32Array.of(0, 1, 2), target = Uint32Array.of(1, 2, 3);
 * const path = csrFromEdges({ vertices: 4, source, target, symmetrise: true });
 * const ranks = rankPartitions(path, { parts: Uint32Array.of(0, 0, 1, 1), count: 2 }, Uint32Array.of(0, 3));
 * if (ranks[0].vertices.join() !== "0,1,2" || ranks[0].solid !== 2) {
 *   throw new Error("2 is a halo vertex of rank 0");
 * }
 * ```
 */
export function rankPartitions(
  graph: CsrMatrix,
  partition: Pick<Partition, "parts" | "count">,
  training: Uint32Array,
): RankPartition[] {
  const builder = new RankPartitionBuilder(graph, partition);
  return builder.places(training).map((own, rank) => builder.part(rank, own));
}
