/**
 * Graph partitions for ranks: owners of vertices, their halo copies, and the ids on each rank.
 *
 * @module
 */
export { balancedPartition, type BalancedPartitionOptions } from "./balanced_partition.ts";
export { ABSENT, idsAt, idTable } from "./id_table.ts";
export { type PartitionStatistics, partitionStatistics } from "./partition_statistics.ts";
export { type HaloDatabase, haloVertices, type RankPartition } from "./rank_partition.ts";
export { RankPartitionBuilder } from "./rank_partition_builder.ts";
export { rankPartitions } from "./rank_partitions.ts";
