/**
 * Trainings on ranks with real messages, one for each delay, beside the same trainings on ranks in one
 * process: the losses and the cache hits that messages have to lead to.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { runRanks } from "../../../distributed/communicator/mod.ts";
import { rankData, type RankIteration } from "../../../distributed/training/mod.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { type CheckReport, worstOf } from "../../../kernels/check.ts";
import type { Lab } from "../../lab.ts";
import { exactCheck } from "../../trials/exact_check.ts";
import { cutGraph } from "../cut_graph.ts";
import { batchScale, type ModelId } from "../rank_models.ts";
import { rankTask, RankTraining, rankTrainingData } from "../ranks/rank_training.ts";
import { type RealIteration, type RealRankInput, TURN } from "./real_rank_training.ts";
import { PRODUCTS } from "../scaled_graphs.ts";

/** Delays of a push: one that is waited for at once, and the paper's. */
export const DELAYS = [0, 1] as const;

/** Iterations from a push to its use (`d`). */
export type Delay = typeof DELAYS[number];

/** Iterations of each training that fill its caches. */
const WARM_UP = 2;

/** A training with one delay. */
export interface DelayedTraining {
  /** Number of ranks. */
  readonly ranks: number;
  /** Iterations that are measured, the last of each turn: by round and rank. */
  readonly rounds: readonly (readonly { readonly record: RankIteration }[])[];
  /** Iterations after which replicas were compared. */
  readonly compared: number;
  /** Largest absolute difference of a parameter from rank 0's, after any iteration. */
  readonly apart: number;
  /** Comparison of losses, hits and replicas of all iterations. */
  readonly check: CheckReport;
}

/** Trainings of models, by model and delay. */
export type DelayedTrainings = ReadonlyMap<ModelId, ReadonlyMap<Delay, DelayedTraining>>;

/** Trains models in one job of all ranks, both delays of a model in turns, and then in this process. */
export async function delayedTrainings(
  lab: Lab,
  dataset: LoadedDataset,
  { models }: { readonly models: readonly ModelId[] },
): Promise<DelayedTrainings> {
  const { ranks: { count, engine }, seed, profile } = lab;
  const cut = await cutGraph(lab, dataset, { graph: PRODUCTS, ranks: count });
  const data = await rankTrainingData(lab, dataset, cut);
  const input: RealRankInput = {
    data: cut.ranks.map((part) => rankData(part, data)),
    models,
    scale: batchScale(profile, cut.scaled),
    seed,
    delays: DELAYS,
    warmUp: WARM_UP,
    rounds: profile.rounds,
  };
  const module = new URL("./real_rank_training.ts", import.meta.url);
  const real = await runRanks<RealIteration[][][]>({
    engine,
    ranks: count,
    module,
    entry: "trainRealRank",
    input,
  });
  const task = await rankTask(lab, dataset, cut);
  const trainings = new Map<ModelId, Map<Delay, DelayedTraining>>();
  for (const [m, model] of models.entries()) {
    const byDelay = new Map<Delay, DelayedTraining>();
    for (const [d, delay] of DELAYS.entries()) {
      const own = real.map((ofRank) => ofRank[m][d]);
      const wanted = await simulated(lab, task, { model, delay, iterations: own[0].length });
      byDelay.set(delay, measured(own, wanted, profile.rounds));
    }
    trainings.set(model, byDelay);
  }
  return trainings;
}

/** The same training on ranks that take turns in this process, each on one thread: by rank and iteration. */
async function simulated(
  { profile, seed }: Lab,
  task: Parameters<typeof RankTraining.open>[1],
  { model, delay, iterations }: {
    readonly model: ModelId;
    readonly delay: Delay;
    readonly iterations: number;
  },
): Promise<RankIteration[][]> {
  const device = openWasmDevice({ threads: 1 });
  try {
    const training = await RankTraining.open({ device, profile, seed }, task, {
      model,
      policy: "aep",
      delay,
    });
    try {
      const taken = await training.train(iterations);
      return task.data.map((_, rank) => taken.map((ranks) => ranks[rank].record));
    } finally {
      training.close();
    }
  } finally {
    device.close();
  }
}

/** Numbers that no clock decides: the mean loss, halo vertices and hits of each layer. */
const outcomes = ({ meanLoss, layers }: RankIteration) => [
  meanLoss,
  ...layers.flatMap(({ halo, hits }) => [halo, hits]),
];

function measured(
  own: readonly (readonly RealIteration[])[],
  wanted: readonly (readonly RankIteration[])[],
  rounds: number,
): DelayedTraining {
  const apart = own.flat().map((iteration) => iteration.apart);
  const agreement = own.map((iterations, rank) =>
    exactCheck(iterations.flatMap(({ record }) => outcomes(record)), wanted[rank].flatMap(outcomes))
  );
  return {
    ranks: own.length,
    // The first iteration of an epoch has nothing to wait for; it comes in the same rounds of both delays.
    rounds: Array.from(
      { length: rounds },
      (_, round) => own.map((iterations) => iterations[WARM_UP + (round + 1) * TURN - 1]),
    ).filter(([{ record }]) => record.position >= Math.max(...DELAYS)),
    compared: own[0].length,
    apart: Math.max(...apart),
    check: worstOf([...agreement, exactCheck(apart, apart.map(() => 0))]),
  };
}
