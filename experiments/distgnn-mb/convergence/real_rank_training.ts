/**
 * Program of a rank with real messages for Section 4.2: trains with each delay in turns, and compares its
 * replica with rank 0's after every iteration.
 *
 * @module
 */
import type { Communicator } from "../../../distributed/communicator/mod.ts";
import {
  communicatorTransport,
  type RankData,
  type RankIteration,
  RankTrainer,
} from "../../../distributed/training/mod.ts";
import { uniformNeighbors } from "../../../graph/sampling/mod.ts";
import type { Device } from "../../../hardware/device.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { takeTurns } from "../../../hardware/turn_loop.ts";
import { hostSampler } from "../../../training/mini_batch/mod.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { type BatchScale, LEARNING_RATE, type ModelId, rankModel } from "../rank_models.ts";
import { FANOUTS } from "../scaled_graphs.ts";

/** Input of all ranks. */
export interface RealRankInput {
  /** Data of each rank. */
  readonly data: readonly RankData[];
  /** Models that are trained, one after the other. */
  readonly models: readonly ModelId[];
  /** Sizes of mini-batches, pushes and caches. */
  readonly scale: BatchScale;
  /** Seed of the trainings. */
  readonly seed: number;
  /** Delays that each model is trained with, side by side. */
  readonly delays: readonly number[];
  /** Iterations of each training that fill its caches. */
  readonly warmUp: number;
  /** Turns of each after that, of {@linkcode TURN} iterations. */
  readonly rounds: number;
}

/**
 * Iterations of a turn. The first one waits for what was pushed before another training had its turn, which
 * had longer than an iteration to arrive: the last one alone is measured.
 */
export const TURN = 2;

/** An iteration of a rank with real messages. */
export interface RealIteration {
  /** Record of the trainer. */
  readonly record: RankIteration;
  /** Largest absolute difference of a parameter from rank 0's, after the iteration. */
  readonly apart: number;
}

/** Trains all models on one rank; the result is by model, delay and iteration. Collective. */
export async function trainRealRank(
  communicator: Communicator,
  input: RealRankInput,
): Promise<RealIteration[][][]> {
  const device = openWasmDevice({ threads: 1 });
  try {
    const trainings: RealIteration[][][] = [];
    for (const model of input.models) {
      trainings.push(await trainInTurns(device, communicator, { input, model }));
    }
    return trainings;
  } finally {
    device.close();
  }
}

interface ModelTask {
  readonly input: RealRankInput;
  readonly model: ModelId;
}

async function trainInTurns(
  device: Device,
  communicator: Communicator,
  of: ModelTask,
): Promise<RealIteration[][]> {
  const { delays, warmUp, rounds, seed } = of.input;
  const trainers: RankTrainer[] = [];
  try {
    for (const delay of delays) trainers.push(await openTrainer(device, communicator, { ...of, delay }));
    const trainings: RealIteration[][] = [];
    for (const trainer of trainers) trainings.push([...await train(communicator, trainer, warmUp)]);
    // All ranks draw the same order.
    const taken = await takeTurns(
      trainers.map((trainer, place) => ({
        id: String(place),
        take: () => train(communicator, trainer, TURN),
      })),
      { rounds, seed },
    );
    for (const [place, training] of trainings.entries()) training.push(...taken.of(String(place)).flat());
    for (const trainer of trainers) await trainer.finish();
    return trainings;
  } finally {
    for (const trainer of trainers) trainer.close();
  }
}

async function openTrainer(
  device: Device,
  communicator: Communicator,
  { input: { data, scale, seed }, model, delay }: ModelTask & { readonly delay: number },
): Promise<RankTrainer> {
  const { hidden, batchSize, pushLimit, capacity } = scale, own = data[communicator.rank];
  return await RankTrainer.open(device, communicatorTransport(communicator), own, {
    ...rankModel(model, { classes: own.classes, hidden }),
    optimizer: adam({ learningRate: LEARNING_RATE[model] }),
    batchSize,
    seed,
    push: { delay, pushLimit, cache: { capacity } },
    sampler: (graph, of) => hostSampler(uniformNeighbors(graph, { fanouts: FANOUTS, seed: of })),
  });
}

/**
 * Replicas are compared when all iterations are over: a broadcast between two of them would give pushes time.
 * Collective.
 */
async function train(
  communicator: Communicator,
  trainer: RankTrainer,
  iterations: number,
): Promise<RealIteration[]> {
  const after: { readonly record: RankIteration; readonly parameters: ReadonlyMap<string, Float32Array> }[] =
    [];
  for (let i = 0; i < iterations; i++) {
    after.push({ record: await trainer.next(), parameters: await trainer.parameters.read() });
  }
  return after.map(({ record, parameters }) => ({ record, apart: apartFromFirst(communicator, parameters) }));
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
