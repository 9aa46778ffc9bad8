/**
 * Iterations on real ranks by their number, in turns: Figures 3 to 5 without a model.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Lab } from "../../lab.ts";
import { timedRanks } from "../../trials/ranks/timed_ranks.ts";
import { type DelayedTraining, realTrainings } from "../convergence/delayed_trainings.ts";
import { cutGraph } from "../cut_graph.ts";
import { batchScale, type ModelId } from "../rank_models.ts";
import type { RankSetting } from "../ranks/rank_training.ts";
import { PRODUCTS, scaledGraph } from "../scaled_graphs.ts";

/** Numbers of ranks that are timed where there are as many. */
export const RANK_COUNTS = [1, 2, 4, 8] as const;

/** Iterations from a push to its use (`d`). */
const DELAY = 1;

/** Fewest turns: the first iteration of an epoch is not measured. */
const FEWEST_ROUNDS = 3;

/** Training on a number of ranks, and the length of its epochs. */
export interface RealEpochs extends DelayedTraining {
  /** Iterations of an epoch: those of the rank with the most mini-batches. */
  readonly epochLength: number;
}

/** Trainings by number of ranks. */
export type EpochsByRanks = ReadonlyMap<number, RealEpochs>;

/** Trains a model by each policy, on all numbers of ranks that have a core each. */
export async function realEpochs(
  lab: Lab,
  dataset: LoadedDataset,
  { model, policies }: { readonly model: ModelId; readonly policies: readonly RankSetting["policy"][] },
): Promise<ReadonlyMap<RankSetting["policy"], EpochsByRanks>> {
  const { ranks: most, threads } = timedRanks(lab),
    scale = batchScale(lab.profile, scaledGraph(lab.profile, PRODUCTS));
  const counts = RANK_COUNTS.filter((count) => count <= most);
  const trainings = policies.flatMap((policy) => counts.map((ranks) => ({ ranks, policy, delay: DELAY })));
  const trained = await realTrainings(lab, dataset, {
    graph: PRODUCTS,
    models: [model],
    trainings,
    threads,
    scale,
    rounds: Math.max(FEWEST_ROUNDS, lab.profile.contextRounds),
  });
  const byPolicy = new Map<RankSetting["policy"], Map<number, RealEpochs>>();
  for (const [t, { ranks, policy }] of trainings.entries()) {
    const cut = await cutGraph(lab, dataset, { graph: PRODUCTS, ranks });
    const epochLength = Math.max(
      ...cut.ranks.map(({ training }) => Math.ceil(training.length / scale.batchSize)),
    );
    byPolicy.getOrInsertComputed(policy, () => new Map()).set(ranks, {
      ...trained.get(model)![t],
      epochLength,
    });
  }
  return byPolicy;
}
