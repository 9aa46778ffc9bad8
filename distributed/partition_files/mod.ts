/**
 * Partitions on disk: one folder a part, with arrays that NumPy reads and manifests that are checked.
 *
 * @module
 */
export type { FileRecord } from "./array_file.ts";
export type { PartitionedDataset, PartitionManifest, PartManifest } from "./manifest.ts";
export type { PartCounts, PartitionShape } from "./part_layout.ts";
export { cutDataset, type CutSettings, type PartitionBalance } from "./cut_dataset.ts";
export { type PartitionMeasures, partitionMeasures } from "./written_partition.ts";
export { readPartitionManifest, readRankData, type StoredRankData } from "./read_part.ts";
export type { WrittenPart } from "./write_part.ts";
export { type PartitionedData, type WriteOptions, writePartitions } from "./write_partitions.ts";
