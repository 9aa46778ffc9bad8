/**
 * A race of trainings from the same weights: the test loss of each after every epoch, and the time that each needs, over
 * repetitions that take turns.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { takeTurns } from "../../hardware/turn_loop.ts";
import { WrongResultError } from "../../platform/errors.ts";
import { DeviceExecutor } from "../../training/executors/device_executor.ts";
import { initialise } from "../../training/executors/initialisation.ts";
import { restoreSnapshot, takeSnapshot } from "../../training/executors/snapshot.ts";
import { checkSteps } from "../../training/executors/step_check.ts";
import { meanLoss } from "../../training/metrics.ts";
import { bindVertexData } from "../../training/vertex_data.ts";
import type { PeerOptions } from "../peers/peer.ts";
import { firstLosses } from "../peers/peer_epoch.ts";
import { peerProblem } from "../peers/peer_problem.ts";
import { PeerTraining } from "../peers/peer_training.ts";
import { checkLosses } from "../peers/peer_training_trial.ts";
import { findPeer, peerPlace, TRAINING_PEERS } from "../peers/peers.ts";
import type { Lab } from "../lab.ts";
import { CHECKED_WORK, trainingTask } from "../trials/training_trial.ts";
import { assertPeersTakePart, type EpochVariant, hetuModel, kernelChoices, orderedData } from "./epochs.ts";

/** Who takes part: kernels of ours, or a peer. */
export type Racer =
  & { readonly id: string }
  & (
    | { readonly variant: EpochVariant }
    | {
      readonly peer: string;
      /** How the worker is opened, for tests. */
      readonly open?: Pick<PeerOptions, "python" | "timeoutMs">;
    }
  );

/** One training as it was. */
export interface Curve {
  /** Test loss after each epoch, from the first. */
  readonly testLosses: readonly number[];
  /** Seconds of training from the start to the end of each epoch; evaluations are left out. */
  readonly seconds: readonly number[];
  /** The first epoch after which the test loss is at most the target; absent where none is. */
  readonly epochsToTarget?: number;
  /** Seconds from the start to the end of that epoch, of each repetition; empty where there is no such epoch. */
  readonly secondsToTarget: readonly number[];
  /** Milliseconds of ordering on the host, which are in none of the seconds; absent where there is none. */
  readonly orderingMs?: number;
}

/** How a race is run. */
export interface RaceOptions {
  /** Units of the hidden layer. */
  readonly hidden: number;
  /** Epochs of the curves. */
  readonly epochs: number;
  /** Trainings to the target, for its time. */
  readonly repetitions: number;
  /** The test loss that is to be reached. */
  readonly target: number;
}

/** A training that can begin again. */
interface Runner {
  /** Back to the first weights. */
  restart(): void | Promise<void>;
  /** Trains so many epochs; seconds. */
  train(epochs: number): Promise<number>;
  /** Mean cross-entropy over the test vertices. */
  testLoss(): Promise<number>;
  close(): void;
  readonly orderingMs?: number;
}

/** Largest relative difference of a peer's first training losses from ours. */
const LOSS_TOLERANCE = 1e-3;

async function ownRunner(
  lab: Lab,
  dataset: LoadedDataset,
  { variant, hidden }: { readonly variant: EpochVariant; readonly hidden: number },
): Promise<Runner> {
  const { device, seed } = lab;
  const { data, orderingMs } = await orderedData(lab, dataset, variant.ordering);
  const task = trainingTask(lab, { data, model: hetuModel(data, hidden, variant.order) });
  const { program } = task;
  const executor = await DeviceExecutor.create(device, program, bindVertexData(task, data), {
    kernels: kernelChoices(variant),
  });
  try {
    initialise(executor, program, { seed });
    const check = await checkSteps(executor, {
      ...{ seed, exhaustiveWork: CHECKED_WORK, sampledWork: CHECKED_WORK },
    });
    if (!check.ok) {
      throw new WrongResultError({
        action: `train with kernel "${check.kernel}"`,
        current: `${check.tensor} of ${check.layer} is not the oracle's`,
        wanted: "right results",
        next: "correct the kernel",
      });
    }
    const start = await takeSnapshot(executor, program);
    let epoch = 0;
    return {
      ...(orderingMs === undefined ? {} : { orderingMs }),
      restart: () => {
        restoreSnapshot(executor, start);
        epoch = 0;
      },
      train: async (epochs) => {
        await executor.finish();
        const started = performance.now();
        for (let i = 0; i < epochs; i++) executor.train(++epoch);
        await executor.finish();
        return (performance.now() - started) / 1000;
      },
      testLoss: async () => {
        executor.evaluate();
        const scores = await executor.read(program.scores);
        return meanLoss({ scores, classes: data.classes, truth: data.truth }, data.split.test);
      },
      close: () => executor.close(),
    };
  } catch (error) {
    executor.close();
    throw error;
  }
}

async function peerRunner(
  lab: Lab,
  dataset: LoadedDataset,
  { peer, open, hidden }: Extract<Racer, { readonly peer: string }> & { readonly hidden: number },
): Promise<Runner> {
  const { seed } = lab;
  const place = peerPlace(findPeer(peer, TRAINING_PEERS), lab);
  assertPeersTakePart(lab, peer);
  const { data } = await orderedData(lab, dataset, "natural");
  const model = hetuModel(data, hidden);
  const wanted = await firstLosses(lab, { data, model });
  const problem = peerProblem(trainingTask(lab, { data, model }).program, data, { seed });
  const training = await PeerTraining.open(peer, problem, { ...open, ...place });
  try {
    const { losses } = await training.train(wanted.length);
    const { ok, worst } = checkLosses(losses, wanted, LOSS_TOLERANCE);
    if (!ok) {
      throw new WrongResultError({
        action: `train with peer "${peer}"`,
        current: `a training loss of ${worst!.got} in epoch ${worst!.row + 1}`,
        wanted: `${worst!.wanted}, as from our kernels`,
        next: "see that both train the same model from the same weights",
      });
    }
    return {
      restart: () => training.reset(),
      train: async (epochs) => (await training.train(epochs)).ms / 1000,
      testLoss: async () => (await training.evaluate("test")).loss,
      close: () => training.close(),
    };
  } catch (error) {
    training.close();
    throw error;
  }
}

/** A curve by one training, its first epoch run once before to warm up. */
async function curveOf(
  runner: Runner,
  { epochs, target }: RaceOptions,
): Promise<Omit<Curve, "secondsToTarget">> {
  await runner.train(1);
  await runner.restart();
  const testLosses: number[] = [], seconds: number[] = [];
  for (let epoch = 1; epoch <= epochs; epoch++) {
    seconds.push((seconds.at(-1) ?? 0) + await runner.train(1));
    testLosses.push(await runner.testLoss());
  }
  const reached = testLosses.findIndex((loss) => loss <= target);
  return {
    ...{ testLosses, seconds },
    ...(reached < 0 ? {} : { epochsToTarget: reached + 1 }),
    ...(runner.orderingMs === undefined ? {} : { orderingMs: runner.orderingMs }),
  };
}

/**
 * Runs it. What became of each racer, by id: its curve, or the error that kept it from one.
 *
 * Repetitions go round by round in seeded random order, each racer once a round. A racer that fails in one of
 * them has the error in place of its curve, and the others go on.
 */
export async function race(
  lab: Lab,
  dataset: LoadedDataset,
  { racers, ...options }: RaceOptions & { readonly racers: readonly Racer[] },
): Promise<ReadonlyMap<string, Curve | { readonly error: unknown }>> {
  const { hidden, repetitions } = options;
  const outcome = new Map<string, Curve | { readonly error: unknown }>();
  const running: {
    readonly id: string;
    readonly runner: Runner;
    readonly times: number[];
    readonly epochs: number;
  }[] = [];
  const open = new Set<Runner>();
  try {
    for (const racer of racers) {
      lab.say(`training ${racer.id}`);
      try {
        const runner = "peer" in racer
          ? await peerRunner(lab, dataset, { ...racer, hidden })
          : await ownRunner(lab, dataset, { variant: racer.variant, hidden });
        open.add(runner);
        const curve = await curveOf(runner, options);
        const times: number[] = [];
        outcome.set(racer.id, { ...curve, secondsToTarget: times });
        const { epochsToTarget: epochs } = curve;
        if (epochs !== undefined) running.push({ id: racer.id, runner, times, epochs });
      } catch (error) {
        outcome.set(racer.id, { error });
      }
    }
    const taken = await takeTurns(
      running.map(({ id, runner, epochs }) => ({
        id,
        take: async () => {
          await runner.restart();
          return await runner.train(epochs);
        },
      })),
      {
        rounds: repetitions,
        seed: lab.seed,
        onRound: (round) => lab.say(`round ${round} of ${repetitions}`),
      },
    );
    for (const { id, times } of running) {
      const error = taken.failure(id);
      if (error === undefined) times.push(...taken.of(id));
      else outcome.set(id, { error });
    }
  } finally {
    for (const runner of open) runner.close();
  }
  return outcome;
}
