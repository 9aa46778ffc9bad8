/**
 * Aggregations of GAT's hidden layers in sampled mini-batches, as problems of the `head-spmm` operation.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import {
  type BatchOfSeeds,
  miniBatches,
  sampleBatch,
  uniformNeighbors,
} from "../../../graph/sampling/mod.ts";
import type { HeadSpmmProblem } from "../../../kernels/attention/mod.ts";
import { aggregationMatrix } from "../../../training/mini_batch/mod.ts";
import type { Lab } from "../../lab.ts";
import { HEADS } from "../rank_models.ts";
import { FANOUTS, type GraphId, HIDDEN, rankTrainingVertices, scaledGraph } from "../scaled_graphs.ts";
import { headSpmmProblem } from "./head_spmm_trial.ts";

/** Mini-batches of a sample, of as many epochs as have them. */
export const SAMPLE_BATCHES = 10;

/** Products of GAT's hidden layers in the first mini-batches of an epoch, which both contenders share. */
export async function hiddenLayers(
  { profile, seed }: Lab,
  dataset: LoadedDataset,
  { graph, batch: batchSize }: { readonly graph: GraphId; readonly batch: number },
): Promise<HeadSpmmProblem[]> {
  const training = rankTrainingVertices(dataset, scaledGraph(profile, graph), seed);
  const draw = uniformNeighbors(dataset.graph, { fanouts: FANOUTS, seed }), problems: HeadSpmmProblem[] = [];
  const batches: BatchOfSeeds[] = [];
  for (let epoch = 0; batches.length < SAMPLE_BATCHES; epoch++) {
    batches.push(...miniBatches(training, { batchSize, epoch, seed }));
  }
  for (const batch of batches.slice(0, SAMPLE_BATCHES)) {
    // The last layer has one head, of as many columns as there are classes.
    for (const block of (await sampleBatch(draw, batch)).blocks.slice(0, -1)) {
      const matrix = aggregationMatrix(block, "attention");
      const shape = { heads: HEADS, headWidth: HIDDEN / HEADS };
      problems.push(headSpmmProblem(matrix, { ...shape, seed: seed + 2 * problems.length }));
    }
  }
  return problems;
}
