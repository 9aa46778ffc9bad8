/**
 * One epoch of mini-batches of a graph of {@link sampledGraphs}: the same seeds and the same neighbours in
 * every suite.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import {
  type BatchOfSeeds,
  compactIds,
  miniBatches,
  type NeighborDraw,
  sampleBatch,
  uniformNeighbors,
} from "../../graph/sampling/mod.ts";
import type { IdMapProblem } from "../../kernels/id_map/mod.ts";
import type { Lab } from "../lab.ts";
import { FANOUTS, trainingVertices } from "./sampling_graphs.ts";
import type { EpochSetting } from "./sampled_workloads.ts";

/** An epoch, not sampled yet. */
export interface SampledEpoch {
  /** Draw of neighbours. */
  readonly draw: NeighborDraw;
  /** Mini-batches in the order in which they are drawn. */
  readonly batches: readonly BatchOfSeeds[];
  /** Seeds of all but the last batch. */
  readonly batchSize: number;
}

/** The first epoch of a graph's training. */
export function firstEpoch(
  { seed }: Pick<Lab, "seed">,
  dataset: LoadedDataset,
  { graph, batchSize }: EpochSetting,
): SampledEpoch {
  const draw = uniformNeighbors(dataset.graph, { fanouts: FANOUTS, seed });
  const training = trainingVertices(dataset, graph, seed);
  const batches = miniBatches(training, { batchSize, epoch: 0, seed });
  return { draw, batches, batchSize };
}

/** The vertices whose features each of some mini-batches needs. */
export async function inputVertices({ draw, batches }: SampledEpoch): Promise<Uint32Array[]> {
  const lists: Uint32Array[] = [];
  for (const batch of batches) lists.push((await sampleBatch(draw, batch)).blocks[0].sources);
  return lists;
}

/** Ids that the maps of one mini-batch number: one problem a layer, from the seeds outward. */
export async function idMapProblems(draw: NeighborDraw, batch: BatchOfSeeds): Promise<IdMapProblem[]> {
  const problems: IdMapProblem[] = [];
  await sampleBatch(draw, batch, (ids, kept) => {
    // Rows are sorted by local id afterwards, in place: not in these arrays.
    problems.push({ ids, kept });
    return compactIds(ids, kept);
  });
  return problems;
}

/**
 * The first mini-batches of an epoch that draw so many neighbours between them: one at least, the whole epoch
 * at most.
 */
export async function firstProblems(
  { draw, batches }: SampledEpoch,
  ids: number,
): Promise<{ readonly problems: readonly IdMapProblem[]; readonly batches: number }> {
  const problems: IdMapProblem[] = [];
  let taken = 0, drawn = 0;
  while (taken < batches.length && drawn < ids) {
    const own = await idMapProblems(draw, batches[taken++]);
    problems.push(...own);
    drawn += own.reduce((sum, problem) => sum + problem.ids.length, 0);
  }
  return { problems, batches: taken };
}
