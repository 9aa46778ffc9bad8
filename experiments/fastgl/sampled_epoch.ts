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
import { sumOf } from "../../platform/lists/sum_of.ts";
import type { Lab } from "../lab.ts";
import { epochVertices, FANOUTS } from "./sampling_graphs.ts";
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

/** The first epoch of a graph's training, its whole mini-batches alone. */
export function firstEpoch(
  { seed }: Pick<Lab, "seed">,
  dataset: LoadedDataset,
  { graph, batchSize }: EpochSetting,
): SampledEpoch {
  const draw = uniformNeighbors(dataset.graph, { fanouts: FANOUTS, seed });
  const training = epochVertices(dataset, graph, seed);
  const batches = wholeBatches(miniBatches(training, { batchSize, epoch: 0, seed }));
  return { draw, batches, batchSize };
}

/**
 * Mini-batches with as many seeds as the first: the last one of an epoch has fewer, shares less with others,
 * and leaves less for the one after it.
 */
export function wholeBatches(batches: readonly BatchOfSeeds[]): readonly BatchOfSeeds[] {
  return batches.filter(({ seeds }) => seeds.length === batches[0].seeds.length);
}

/** Mini-batches of a graph's training, from its first epoch on through as many as it takes. */
export function distinctBatches(
  { seed }: Pick<Lab, "seed">,
  dataset: LoadedDataset,
  { graph, batchSize, least }: EpochSetting & { readonly least: number },
): readonly BatchOfSeeds[] {
  const training = epochVertices(dataset, graph, seed);
  const batches: BatchOfSeeds[] = [];
  for (let epoch = 0; training.length > 0 && batches.length < least; epoch++) {
    batches.push(...wholeBatches(miniBatches(training, { batchSize, epoch, seed })));
  }
  return batches.slice(0, least);
}

/** Mini-batches over which counts and times of sampling are taken, at least and at most. */
export const LEAST_BATCHES = 10, MOST_BATCHES = 64;

/** The vertices whose features each of some mini-batches needs. */
export async function inputVertices({ draw, batches }: SampledEpoch): Promise<Uint32Array[]> {
  const lists: Uint32Array[] = [];
  for (const batch of batches) lists.push((await sampleBatch(draw, batch)).blocks[0].sources);
  return lists;
}

/** Ids that the maps of one mini-batch number: one problem a layer, from the seeds outward. */
async function idMapProblems(draw: NeighborDraw, batch: BatchOfSeeds): Promise<IdMapProblem[]> {
  const problems: IdMapProblem[] = [];
  await sampleBatch(draw, batch, (ids, kept) => {
    const numbered = compactIds(ids, kept);
    // Rows are sorted by local id afterwards, in place: not in these arrays.
    problems.push({ ids, kept, distinct: numbered.unique.length });
    return numbered;
  });
  return problems;
}

/**
 * ID maps of the first mini-batches that draw so many neighbours between them, and of
 * {@linkcode LEAST_BATCHES} at least.
 */
export async function firstProblems(
  lab: Pick<Lab, "seed">,
  dataset: LoadedDataset,
  { ids, ...setting }: EpochSetting & { readonly ids: number },
): Promise<{ readonly problems: readonly IdMapProblem[]; readonly batches: number }> {
  const { draw } = firstEpoch(lab, dataset, setting);
  const problems: IdMapProblem[] = [];
  let taken = 0, drawn = 0;
  for (const batch of distinctBatches(lab, dataset, { ...setting, least: MOST_BATCHES })) {
    if (taken >= LEAST_BATCHES && drawn >= ids) break;
    const own = await idMapProblems(draw, batch);
    problems.push(...own);
    drawn += sumOf(own, (problem) => problem.ids.length);
    taken++;
  }
  return { problems, batches: taken };
}
