/**
 * The input vertices of mini-batches, epoch after epoch, by any sampler.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import {
  matchDegrees,
  miniBatches,
  neighborDraw,
  type NeighborSampling,
  sampleBatch,
} from "../../graph/sampling/mod.ts";
import { mean } from "../../platform/statistics/mod.ts";
import type { Lab } from "../lab.ts";
import { wholeBatches } from "./sampled_epoch.ts";
import { epochVertices, type SampledGraph } from "./sampling_graphs.ts";

/** Choice of mini-batches. */
export interface InputListsOptions {
  /** The graph at the scale of the profile. */
  readonly graph: SampledGraph;
  /** Draw of neighbours. */
  readonly sampling: NeighborSampling;
  /** Seeds of a mini-batch; the graph's own when absent. */
  readonly batch?: number;
  /** First epoch, from 0, which is when absent. */
  readonly from?: number;
  /** Epochs are sampled until there are so many mini-batches: one epoch when absent. */
  readonly least?: number;
  /** Mini-batches of an epoch at most: its first ones; all whole ones when absent. */
  readonly most?: number;
}

/** The distinct vertices whose features each mini-batch needs: one entry an epoch, in it one a mini-batch. */
export async function inputLists(
  lab: Pick<Lab, "seed">,
  dataset: LoadedDataset,
  { graph, sampling, batch: batchSize = graph.batch, from = 0, least = 1, most }: InputListsOptions,
): Promise<Uint32Array[][]> {
  const draw = neighborDraw(dataset.graph, sampling);
  const training = epochVertices(dataset, graph, lab.seed);
  const epochs: Uint32Array[][] = [];
  for (let count = 0, epoch = from; count < least; epoch++) {
    const lists: Uint32Array[] = [];
    const batches = wholeBatches(miniBatches(training, { batchSize, epoch, seed: lab.seed }));
    for (const batch of batches.slice(0, most)) {
      lists.push((await sampleBatch(draw, batch)).blocks[0].sources);
    }
    epochs.push(lists);
    count += lists.length;
  }
  return epochs;
}

/** Mean match degree of all pairs of mini-batches; 0 where there is no pair. */
export function meanMatchDegree(lists: readonly Uint32Array[], vertices: number): number {
  const degrees = matchDegrees(lists, vertices).flatMap((row, i) => [...row.subarray(i + 1)]);
  return degrees.length === 0 ? 0 : mean(degrees);
}
