/**
 * Program of a rank with real messages: trains with each delay and over each link in turns, and compares its
 * replica with rank 0's after every iteration.
 *
 * @module
 */
import { type Communicator, delayedCommunicator } from "../../../distributed/communicator/mod.ts";
import {
  communicatorTransport,
  type RankData,
  type RankIteration,
  RankTrainer,
} from "../../../distributed/training/mod.ts";
import { uniformNeighbors } from "../../../graph/sampling/mod.ts";
import type { Device } from "../../../hardware/device.ts";
import type { Link } from "../../../hardware/models/interconnect.ts";
import { openBeside } from "../../../hardware/open_device.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { deviceReport, type RankDevice, type RankDeviceReport } from "../../trials/ranks/rank_device.ts";
import { type BatchScale, LEARNING_RATE, type ModelId, rankModel } from "../rank_models.ts";
import type { RankSetting } from "../ranks/rank_training.ts";
import { FANOUTS } from "../scaled_graphs.ts";

/** Ranks, policy, delay and link of a training. */
export interface RealTraining {
  /** Ranks that train, the first ones of the job; the others wait meanwhile. */
  readonly ranks: number;
  /** Pushes of embeddings, or DistDGL's fetching; pushes when absent. */
  readonly policy?: RankSetting["policy"];
  /** Iterations from a push to its use (`d`). */
  readonly delay: number;
  /** Link that its messages are held back for; absent where the machine's own network carries them. */
  readonly link?: Link;
}

/** Input of all ranks. */
export interface RealRankInput {
  /** Models that are trained, one after the other. */
  readonly models: readonly ModelId[];
  /** Sizes of mini-batches, pushes and caches. */
  readonly scale: BatchScale;
  /** Seed of the trainings. */
  readonly seed: number;
  /** Device of each rank. */
  readonly device: RankDevice;
  /** Trainings of each model, side by side. */
  readonly trainings: readonly RealTraining[];
  /** Iterations of each training that fill its caches. */
  readonly warmUp: number;
  /** Turns of each after that. */
  readonly rounds: number;
  /** Iterations of a turn; {@linkcode TURN} at least. */
  readonly turn: number;
}

/**
 * Fewest iterations of a turn. The first one waits for what was pushed before another training had its turn,
 * which had longer than an iteration to arrive: it is never measured.
 */
export const TURN = 2;

/** An iteration of a rank with real messages. */
export interface RealIteration {
  /** Record of the trainer. */
  readonly record: RankIteration;
  /** Largest absolute difference of a parameter from rank 0's, after the iteration. */
  readonly apart: number;
}

/** A rank's own data by the number of ranks that train; none for numbers that leave it out. */
export type OwnRankData = ReadonlyMap<number, RankData>;

/** Trainings of one rank. */
export interface RealRankReport {
  /** Device that ran them. */
  readonly device: RankDeviceReport;
  /** Iterations by model, training and place. */
  readonly trainings: readonly (readonly (readonly RealIteration[])[])[];
}

/** Trains all models on one rank. Collective. */
export async function trainRealRank(
  communicator: Communicator,
  input: RealRankInput,
  own: OwnRankData,
): Promise<RealRankReport> {
  const device = await openBeside(input.device);
  try {
    const trainings: RealIteration[][][] = [];
    for (const model of input.models) {
      trainings.push(await trainInTurns(device, communicator, { input, own, model }));
    }
    return { device: deviceReport(device), trainings };
  } finally {
    device.close();
  }
}

interface ModelTask {
  readonly input: RealRankInput;
  readonly own: OwnRankData;
  readonly model: ModelId;
}

async function trainInTurns(
  device: Device,
  communicator: Communicator,
  of: ModelTask,
): Promise<RealIteration[][]> {
  const { trainings, warmUp, rounds, turn, seed } = of.input, opened: OpenTraining[] = [];
  try {
    for (const training of trainings) {
      opened.push(await OpenTraining.open(device, communicator, of, training));
    }
    const iterations: RealIteration[][] = [];
    for (const training of opened) iterations.push([...await training.train(warmUp)]);
    // All ranks draw the same order.
    const taken = await takeTurns(
      opened.map((training, place) => ({ id: String(place), take: () => training.train(turn) })),
      { rounds, seed, signal: undefined },
    );
    for (const [place, own] of iterations.entries()) own.push(...taken.of(String(place)).flat());
    for (const training of opened) await training.finish();
    return iterations;
  } finally {
    for (const training of opened) training.close();
  }
}

/** A training on this rank, or its place among those that wait for it. */
class OpenTraining {
  readonly #world: Communicator;
  /** Ranks that train; absent where this one does not. */
  readonly #part: Communicator | undefined;
  /** Communicator that holds messages back, of its own: what one training has on its way delays no other. */
  readonly #slow: Communicator | undefined;
  readonly #trainer: RankTrainer | undefined;

  private constructor(
    world: Communicator,
    { part, slow, trainer }: {
      readonly part?: Communicator;
      readonly slow?: Communicator | undefined;
      readonly trainer?: RankTrainer;
    },
  ) {
    this.#world = world;
    this.#part = part;
    this.#slow = slow;
    this.#trainer = trainer;
  }

  /** Opens a training. Collective. */
  static async open(
    device: Device,
    world: Communicator,
    { input, own: ownData, model }: ModelTask,
    { ranks, policy = "aep", delay, link }: RealTraining,
  ): Promise<OpenTraining> {
    const part = world.split(world.rank < ranks ? 0 : undefined);
    if (!part) return new OpenTraining(world, {});
    const slow = link && delayedCommunicator(part, link), own = ownData.get(ranks)!;
    const { seed, scale: { hidden, batchSize, pushLimit, capacity } } = input;
    const trainer = await RankTrainer.open(device, communicatorTransport(slow ?? part), own, {
      ...rankModel(model, { classes: own.classes, hidden }),
      optimizer: adam({ learningRate: LEARNING_RATE[model] }),
      batchSize,
      seed,
      policy,
      push: { delay, pushLimit, cache: { capacity } },
      neighbors: (graph, of) => uniformNeighbors(graph, { fanouts: FANOUTS, seed: of }),
    });
    return new OpenTraining(world, { part, slow, trainer });
  }

  /**
   * Trains, once all ranks are there. Replicas are compared when all iterations are over: a broadcast between
   * two of them would give pushes time. Collective.
   */
  async train(iterations: number): Promise<RealIteration[]> {
    this.#world.barrier();
    const part = this.#part, trainer = this.#trainer;
    if (!part || !trainer) return [];
    const after: {
      readonly record: RankIteration;
      readonly parameters: ReadonlyMap<string, Float32Array>;
    }[] = [];
    for (let i = 0; i < iterations; i++) {
      after.push({ record: await trainer.next(), parameters: await trainer.parameters.read() });
    }
    return after.map(({ record, parameters }) => ({ record, apart: apartFromFirst(part, parameters) }));
  }

  /** Waits for what is on its way, and ends the communication. Collective. */
  async finish(): Promise<void> {
    await this.#trainer?.finish();
    this.#slow?.close();
    this.#part?.close();
  }

  close(): void {
    this.#trainer?.close();
  }
}

/** Largest absolute difference of a parameter from rank 0's. Collective. */
function apartFromFirst(communicator: Communicator, parameters: ReadonlyMap<string, Float32Array>): number {
  let apart = 0;
  for (const numbers of parameters.values()) {
    const first = numbers.slice();
    communicator.broadcast(first, 0);
    for (let i = 0; i < numbers.length; i++) {
      const difference = Math.abs(numbers[i] - first[i]);
      // NaN is equal to nothing.
      apart = difference >= 0 ? Math.max(apart, difference) : Infinity;
    }
  }
  return apart;
}
