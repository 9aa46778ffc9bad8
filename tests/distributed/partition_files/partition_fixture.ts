/**
 * Partitions of datasets for tests: what the files have to hold, and folders that they are written into.
 *
 * @module
 */
import { loadDataset } from "../../../datasets/load.ts";
import { rankPartitions } from "../../../distributed/partition/rank_partitions.ts";
import { cutDataset } from "../../../distributed/partition_files/cut_dataset.ts";
import type { PartitionedData } from "../../../distributed/partition_files/write_partitions.ts";
import { type RankData, rankData } from "../../../distributed/training/rank_data.ts";
import { type VertexData, vertexData } from "../../../training/vertex_data.ts";

/** A folder for a test, removed at its end. */
export async function temporaryFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir();
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

/** Data of a dataset cut into parts, as the writer takes it. */
export async function partitioned(name: string, parts: number): Promise<PartitionedData> {
  return await cutDataset(await loadDataset(name, { seed: 1 }), { parts, seed: 1 });
}

/** Dense features: sparse ones with their zeros written out. */
function denseFeatures({ features, adjacency: { rows } }: VertexData) {
  if (features.kind === "dense") return { rows, width: features.width, values: features.values };
  const { cols: width, rowPtr, colIdx, values: stored } = features.matrix;
  const values = new Float32Array(rows * width);
  for (let v = 0; v < rows; v++) {
    for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) values[v * width + colIdx[e]] = stored![e];
  }
  return { rows, width, values };
}

/** Data of each rank as one process has it that holds the whole graph. */
export async function inMemory(name: string, { partition }: PartitionedData): Promise<RankData[]> {
  const dataset = await loadDataset(name, { seed: 1 });
  const data = await vertexData(dataset, { seed: 1 });
  const { truth, classes, split } = data, features = denseFeatures(data);
  return rankPartitions(dataset.graph, partition, split.train)
    .map((part) => rankData(part, { features, truth, classes }));
}
