/**
 * Trainings on ranks with real messages, by delay and link, beside the same trainings on ranks in one
 * process: the losses and the cache hits that messages have to lead to.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { runRanks } from "../../../distributed/communicator/mod.ts";
import type { RankIteration } from "../../../distributed/training/mod.ts";
import { openBeside } from "../../../hardware/open_device.ts";
import { type CheckReport, worstOf } from "../../../kernels/checks/check_report.ts";
import type { Lab } from "../../lab.ts";
import type { RanOn } from "../../measurement.ts";
import { exactCheck } from "../../trials/exact_check.ts";
import { rankDevice, ranOn } from "../../trials/ranks/rank_device.ts";
import { cutScaled } from "../cut_graph.ts";
import { type BatchScale, batchScale, type ModelId } from "../rank_models.ts";
import { type CutTask, type RankSetting, rankTask, RankTraining } from "../ranks/rank_training.ts";
import {
  type OwnRankData,
  type RealIteration,
  type RealRankInput,
  type RealRankReport,
  type RealTraining,
  TURN,
} from "./real_rank_training.ts";
import { PRODUCTS, type ScaledGraph, scaledGraph } from "../scaled_graphs.ts";

/** Delays of a push: one that is waited for at once, and the paper's. */
export const DELAYS = [0, 1] as const;

/** Iterations from a push to its use (`d`). */
export type Delay = typeof DELAYS[number];

/** Iterations of each training that fill its caches. */
const WARM_UP = 2;

/** A training on ranks with real messages. */
export interface DelayedTraining {
  /** Number of ranks. */
  readonly ranks: number;
  /** Device of a rank, for its rows. */
  readonly ranOn: RanOn;
  /** Numbers of the rounds that are measured. */
  readonly places: readonly number[];
  /** Last iterations of turns, by round and rank. */
  readonly rounds: readonly (readonly { readonly record: RankIteration }[])[];
  /** All iterations of these turns, the unmeasured first ones included: by round, place in the turn, rank. */
  readonly turns: readonly (readonly (readonly RankIteration[])[])[];
  /** Iterations after which replicas were compared. */
  readonly compared: number;
  /** Largest absolute difference of a parameter from rank 0's, after any iteration. */
  readonly apart: number;
  /** Comparison of losses, hits and replicas of all iterations. */
  readonly check: CheckReport;
}

/** Trainings of models, by model and delay. */
export type DelayedTrainings = ReadonlyMap<ModelId, ReadonlyMap<Delay, DelayedTraining>>;

/** Trains models with both delays, over this machine's own network. */
export async function delayedTrainings(
  lab: Lab,
  dataset: LoadedDataset,
  { models }: { readonly models: readonly ModelId[] },
): Promise<DelayedTrainings> {
  const { ranks: { count }, profile } = lab, scaled = scaledGraph(profile, PRODUCTS);
  const trainings = DELAYS.map((delay) => ({ ranks: count, delay }));
  const trained = await realTrainings(lab, dataset, {
    scaled,
    models,
    trainings,
    threads: 1,
    scale: batchScale(profile, scaled),
  });
  return new Map(models.map((model) => {
    const byDelay = DELAYS.map((delay, d) => [delay, trained.get(model)![d]] as const);
    return [model, new Map(byDelay)];
  }));
}

/** Trainings to be compared. */
export interface RealTrainings {
  /** Graph that is trained on. */
  readonly scaled: ScaledGraph;
  /** Models that are trained. */
  readonly models: readonly ModelId[];
  /** Trainings of each model, which take turns. */
  readonly trainings: readonly RealTraining[];
  /** Threads of a rank. */
  readonly threads: number;
  /** Sizes of mini-batches, pushes and caches. */
  readonly scale: BatchScale;
  /** Turns of each training; those of a deciding comparison when absent. */
  readonly rounds?: number;
  /** Iterations of a turn, the first of which is not measured; {@linkcode TURN} when absent. */
  readonly turn?: number;
}

/**
 * Trains models in one job of as many ranks as any training has, all trainings of a model in turns, and then
 * in this process: by model, in the order of the trainings.
 */
export async function realTrainings(
  lab: Lab,
  dataset: LoadedDataset,
  { scaled, models, trainings, threads, scale, rounds = lab.profile.rounds, turn = TURN }: RealTrainings,
): Promise<ReadonlyMap<ModelId, readonly DelayedTraining[]>> {
  const { ranks: { engine }, seed } = lab;
  const tasks = new Map<number, CutTask>();
  for (const { ranks } of trainings) {
    if (!tasks.has(ranks)) {
      tasks.set(ranks, await rankTask(lab, dataset, await cutScaled(lab, dataset, { scaled, ranks })));
    }
  }
  const input: RealRankInput = {
    models,
    scale,
    seed,
    device: rankDevice(lab, threads),
    trainings,
    warmUp: WARM_UP,
    rounds,
    turn,
  };
  const module = new URL("./real_rank_training.ts", import.meta.url), ranks = Math.max(...tasks.keys());
  const own = Array.from({ length: ranks }, (_, rank): OwnRankData => {
    const those = Array.from(tasks).filter(([count]) => rank < count);
    return new Map(those.map(([count, { data }]) => [count, data[rank]]));
  });
  const real = await runRanks<RealRankReport>({ engine, ranks, module, entry: "trainRealRank", input, own });
  const on = ranOn(input.device, real.map(({ device }) => device)), device = await openBeside(input.device);
  try {
    const trained = new Map<ModelId, DelayedTraining[]>();
    for (const [m, model] of models.entries()) {
      const wanted = new Map<string, RankIteration[][]>(), all: DelayedTraining[] = [];
      for (const [t, training] of trainings.entries()) {
        const own = real.slice(0, training.ranks).map((ofRank) => ofRank.trainings[m][t]);
        const { link: _, ...same } = training, key = JSON.stringify(same);
        if (!wanted.has(key)) {
          const setting = { policy: "aep", ...same, model, scale } as const;
          const task = tasks.get(training.ranks)!, { length } = own[0];
          wanted.set(key, await simulated({ ...lab, device }, task, { setting, length }));
        }
        all.push({ ...measured(own, wanted.get(key)!, { rounds, turn }), ranOn: on });
      }
      trained.set(model, all);
    }
    return trained;
  } finally {
    device.close();
  }
}

/** The same training on ranks that take turns in this process: by rank and iteration. */
async function simulated(
  lab: Pick<Lab, "device" | "profile" | "seed">,
  task: CutTask,
  { setting, length }: { readonly setting: RankSetting; readonly length: number },
): Promise<RankIteration[][]> {
  const training = await RankTraining.open(lab, task, setting);
  try {
    const taken = await training.train(length);
    return task.data.map((_, rank) => taken.map((ranks) => ranks[rank].record));
  } finally {
    training.close();
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
  { rounds, turn: length }: Pick<RealRankInput, "rounds" | "turn">,
): Omit<DelayedTraining, "ranOn"> {
  const apart = own.flat().map((iteration) => iteration.apart);
  const agreement = own.map((iterations, rank) =>
    exactCheck(iterations.flatMap(({ record }) => outcomes(record)), wanted[rank].flatMap(outcomes))
  );
  // The first iteration of an epoch has nothing to wait for: a turn that measures no other is left out, in
  // the same rounds of equally many ranks.
  const turns = Array.from({ length: rounds }, (_, place) => {
    const begin = WARM_UP + place * length;
    const turn = Array.from({ length }, (_, i) => own.map((iterations) => iterations[begin + i].record));
    return { place, turn };
  }).filter(({ turn }) => turn.slice(1).some(([{ position }]) => position >= Math.max(...DELAYS)));
  return {
    ranks: own.length,
    places: turns.map(({ place }) => place),
    rounds: turns.map(({ turn }) => turn.at(-1)!.map((record) => ({ record }))),
    turns: turns.map(({ turn }) => turn),
    compared: own[0].length,
    apart: Math.max(...apart),
    check: worstOf([...agreement, exactCheck(apart, apart.map(() => 0))]),
  };
}
