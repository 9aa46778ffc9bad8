/**
 * Iterations on real ranks by their number, in turns: Figures 3 to 5 without a model.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { MissingError } from "../../../platform/errors.ts";
import type { Lab } from "../../lab.ts";
import { timedRanks } from "../../trials/ranks/timed_ranks.ts";
import { type DelayedTraining, type RealTrainings, realTrainings } from "../convergence/delayed_trainings.ts";
import { cutScaled } from "../cut_graph.ts";
import { batchScale, type ModelId } from "../rank_models.ts";
import type { RankSetting } from "../ranks/rank_training.ts";
import { PRODUCTS, scaledGraph } from "../scaled_graphs.ts";
import { plural } from "../../../platform/text/plural.ts";

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

/** Places of the rounds that two trainings both have, in the lists of each. */
export function commonRounds(
  own: RealEpochs,
  other: RealEpochs,
): readonly (readonly [own: number, other: number])[] {
  return own.places.flatMap((place, i) => {
    const at = other.places.indexOf(place);
    return at < 0 ? [] : [[i, at] as const];
  });
}

/** Trainings by number of ranks. */
export type EpochsByRanks = ReadonlyMap<number, RealEpochs>;

/** Trainings of one model to be compared. */
export interface ComparedEpochs extends Omit<RealTrainings, "models"> {
  /** Model that is trained. */
  readonly model: ModelId;
}

/** Trains a model in turns; the result is in the order of the trainings. */
export async function epochsOf(
  lab: Lab,
  dataset: LoadedDataset,
  { model, ...compared }: ComparedEpochs,
): Promise<RealEpochs[]> {
  const { scaled, trainings, scale: { batchSize } } = compared;
  const trained = (await realTrainings(lab, dataset, { ...compared, models: [model] })).get(model)!;
  return await Promise.all(trainings.map(async ({ ranks }, t): Promise<RealEpochs> => {
    const cut = await cutScaled(lab, dataset, { scaled, ranks });
    const lengths = cut.ranks.map(({ training }) => Math.ceil(training.length / batchSize));
    return { ...trained[t], epochLength: Math.max(...lengths) };
  }));
}

/** Trains a model by each policy, on all numbers of ranks that have a core each. */
export async function realEpochs(
  lab: Lab,
  dataset: LoadedDataset,
  { model, policies }: { readonly model: ModelId; readonly policies: readonly RankSetting["policy"][] },
): Promise<ReadonlyMap<RankSetting["policy"], EpochsByRanks>> {
  const { ranks: most, threads } = timedRanks(lab), scaled = scaledGraph(lab.profile, PRODUCTS);
  const counts = RANK_COUNTS.filter((count) => count <= most);
  const trainings = policies.flatMap((policy) => counts.map((ranks) => ({ ranks, policy, delay: DELAY })));
  const epochs = await epochsOf(lab, dataset, {
    scaled,
    model,
    trainings,
    threads,
    scale: batchScale(lab.profile, scaled),
    rounds: Math.max(FEWEST_ROUNDS, lab.profile.contextRounds),
  });
  const byPolicy = new Map<RankSetting["policy"], Map<number, RealEpochs>>();
  for (const [t, { ranks, policy }] of trainings.entries()) {
    byPolicy.getOrInsertComputed(policy, () => new Map()).set(ranks, epochs[t]);
  }
  return byPolicy;
}

/** Error of a number of ranks that do not have a core each here. */
export function tooFewRanks(wanted: number, current: number): MissingError {
  return new MissingError({
    action: `time ${plural(wanted, "rank")}`,
    current: `${current} ranks that have a core each`,
    wanted: `${plural(wanted, "rank")} with a core or more each`,
    next: `pass --ranks ${wanted} on a machine of ${wanted} cores, or start under mpirun -n ${wanted}`,
  });
}
