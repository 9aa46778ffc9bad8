/**
 * Data of a graph for questions about time and bytes, which do not depend on what labels and features are.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { type MiniBatchData, miniBatchData } from "../../training/mini_batch/mod.ts";
import { type VertexData, vertexData, type VertexDataOptions } from "../../training/vertex_data.ts";
import type { Lab } from "../lab.ts";

/** Draws labels and training vertices of a graph at random, and features where it has none. */
export async function drawnVertexData(
  { seed }: Pick<Lab, "seed">,
  dataset: LoadedDataset,
  options: Pick<VertexDataOptions, "randomWidth" | "classes" | "trainingShare" | "normalise">,
): Promise<VertexData> {
  const { labels: _, multiLabels: __, classes: ___, split: ____, ...graph } = dataset;
  return await vertexData(graph, { seed, ...options });
}

/** Draws the same for training on mini-batches, with as many training vertices as an epoch has seeds. */
export async function drawnBatchData(
  lab: Pick<Lab, "seed">,
  dataset: LoadedDataset,
  { width, classes, batches, batchSize }: {
    /** Columns of the features of a graph that has none. */
    readonly width: number;
    /** Number of classes. */
    readonly classes: number;
    /** Mini-batches of an epoch; fewer where their seeds would be more than half of the vertices. */
    readonly batches: number;
    /** Seeds of a mini-batch. */
    readonly batchSize: number;
  },
): Promise<MiniBatchData> {
  const trainingShare = Math.min(0.5, batches * batchSize / dataset.graph.rows);
  const options = { randomWidth: width, classes, trainingShare };
  return miniBatchData(await drawnVertexData(lab, dataset, { ...options, normalise: (matrix) => matrix }));
}
