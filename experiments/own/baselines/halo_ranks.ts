/**
 * Trainings of ranks that treat vertices of other ranks by several policies, with real messages over a link
 * that holds them back.
 *
 * @module
 */
import { type Communicator, delayedCommunicator } from "../../../distributed/communicator/mod.ts";
import {
  communicatorTransport,
  type HaloPolicyName,
  type RankData,
  type RankIteration,
  RankTrainer,
  type RankTransport,
} from "../../../distributed/training/mod.ts";
import { uniformNeighbors } from "../../../graph/sampling/mod.ts";
import type { Device } from "../../../hardware/device.ts";
import type { Link } from "../../../hardware/models/interconnect.ts";
import { openBeside } from "../../../hardware/open_device.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import { graphSage } from "../../../training/models/graph_sage.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { deviceReport, type RankDevice, type RankDeviceReport } from "../../trials/ranks/rank_device.ts";

/**
 * Neighbours drawn a layer, the one next to the input first, and learning rate (distgnn-mb, Table 2); columns
 * of hidden layers here.
 */
const FANOUTS = [15, 10, 5], LEARNING_RATE = 0.006, HIDDEN = 64;

/** Vertices of a push and of a cache for each seed of a mini-batch (distgnn-mb, Sections 4.2 and 4.4). */
const PUSHED_A_SEED = 2, CACHED_A_SEED = 1000;

/** Iterations from a push to its use (distgnn-mb, Section 4.4). */
const DELAY = 1;

/**
 * Iterations that fill caches, and those of a turn: the first one meets what was sent before another training
 * had its turn.
 */
const WARM_UP = 2, TURN = 2;

/** A training on all ranks. It survives a structured clone. */
export interface HaloTraining {
  /** Treatment of vertices of other ranks. */
  readonly policy: HaloPolicyName;
  /** Seeds of a mini-batch of one rank. */
  readonly batchSize: number;
  /** Seed of the training. */
  readonly seed: number;
}

/** Input of all ranks. */
export interface HaloInput {
  /** Trainings, which take turns. */
  readonly trainings: readonly HaloTraining[];
  /** Link that messages are held back for. */
  readonly link: Link;
  /** Device of each rank. */
  readonly device: RankDevice;
  /** Seed of the order of turns. */
  readonly seed: number;
  /** Turns of each training. */
  readonly rounds: number;
}

/** Iterations of one rank. */
export interface HaloReport {
  /** Device that ran them. */
  readonly device: RankDeviceReport;
  /** All iterations, by training. */
  readonly iterations: readonly (readonly RankIteration[])[];
}

/** Iterations of a training of so many turns. */
export function trainedIterations(rounds: number): number {
  return WARM_UP + TURN * rounds;
}

/**
 * Iterations that are measured: the last of each turn, but those that begin an epoch, where no push is waited
 * for. They are the same of all trainings.
 */
export function measuredIterations(iterations: readonly RankIteration[]): RankIteration[] {
  return iterations.slice(WARM_UP).filter(({ position }, place) =>
    place % TURN === TURN - 1 && position >= DELAY
  );
}

/** Puts a trainer on a rank, with real messages or simulated ones. Collective. */
export function openHaloTrainer(
  device: Device,
  transport: RankTransport,
  own: RankData,
  { policy, batchSize, seed }: HaloTraining,
): Promise<RankTrainer> {
  return RankTrainer.open(device, transport, own, {
    layers: graphSage({ classes: own.classes, hidden: HIDDEN, layers: FANOUTS.length }),
    aggregation: "mean",
    optimizer: adam({ learningRate: LEARNING_RATE }),
    batchSize,
    seed,
    policy,
    push: {
      delay: DELAY,
      pushLimit: PUSHED_A_SEED * batchSize,
      cache: { capacity: CACHED_A_SEED * batchSize },
    },
    neighbors: (graph, of) => uniformNeighbors(graph, { fanouts: FANOUTS, seed: of }),
  });
}

/** A training on this rank, with a communicator of its own: what it has on its way delays no other. */
interface OpenTraining {
  readonly communicators: readonly Communicator[];
  readonly trainer: RankTrainer;
}

async function openTraining(
  device: Device,
  world: Communicator,
  { own, link, training }: {
    readonly own: RankData;
    readonly link: Link;
    readonly training: HaloTraining;
  },
): Promise<OpenTraining> {
  const part = world.split(0)!, slow = delayedCommunicator(part, link);
  const trainer = await openHaloTrainer(device, communicatorTransport(slow), own, training);
  return { communicators: [slow, part], trainer };
}

/** Trains in turns on one rank. Collective. */
export async function trainHaloRank(
  world: Communicator,
  { trainings, link, device: of, seed, rounds }: HaloInput,
  own: RankData,
): Promise<HaloReport> {
  const device = await openBeside(of), opened: OpenTraining[] = [];
  try {
    for (const training of trainings) {
      opened.push(await openTraining(device, world, { own, link, training }));
    }
    const train = async ({ trainer }: OpenTraining, count: number) => {
      world.barrier();
      const records: RankIteration[] = [];
      for (let i = 0; i < count; i++) records.push(await trainer.next());
      return records;
    };
    const iterations: RankIteration[][] = [];
    for (const training of opened) iterations.push(await train(training, WARM_UP));
    // All ranks draw the same order.
    const turns = opened.map((training, place) => ({ id: String(place), take: () => train(training, TURN) }));
    const taken = await takeTurns(turns, { rounds, seed, signal: undefined });
    for (const [place, records] of iterations.entries()) records.push(...taken.of(String(place)).flat());
    for (const { trainer, communicators } of opened) {
      await trainer.finish();
      for (const communicator of communicators) communicator.close();
    }
    return { device: deviceReport(device), iterations };
  } finally {
    for (const { trainer } of opened) trainer.close();
    device.close();
  }
}
