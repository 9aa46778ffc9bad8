/**
 * What a rank with real messages does for Section 4.2: trains with each delay in turns, and compares its replica with rank 0's after
 * every iteration.
 *
 * @module
 */
import type { Communicator } from "../../distributed/communicator/mod.ts";
import {
  communicatorTransport,
  type RankData,
  type RankIteration,
  RankTrainer,
} from "../../distributed/training/mod.ts";
import { uniformNeighbors } from "../../graph/sampling/mod.ts";
import type { Device } from "../../hardware/device.ts";
import { openWasmDevice } from "../../hardware/wasm/device.ts";
import { takeTurns } from "../../hardware/turn_loop.ts";
import { hostSampler } from "../../training/mini_batch/mod.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { type BatchScale, LEARNING_RATE, type RankModel, rankModel } from "./rank_models.ts";
import { FANOUTS } from "./scaled_graphs.ts";

/** What every rank is told. */
export interface RealRankInput {
  /** One a rank. */
  readonly data: readonly RankData[];
  /** What is trained, one after the other. */
  readonly models: readonly RankModel[];
  /** How large. */
  readonly scale: BatchScale;
  /** As trainings on ranks have it. */
  readonly seed: number;
  /** With which each of them is trained, side by side. */
  readonly delays: readonly number[];
  /** Iterations of each training that fill its caches. */
  readonly warmUp: number;
  /** Turns of each after that, of {@linkcode TURN} iterations. */
  readonly rounds: number;
}

/**
 * Iterations of a turn. What the first one waits for was pushed before another training had its turn, and so had longer than an
 * iteration: the last one alone is measured.
 */
export const TURN = 2;

/** An iteration of a rank with real messages. */
export interface RealIteration {
  /** As it was recorded. */
  readonly record: RankIteration;
  /** Largest absolute difference of a parameter from rank 0's, after the iteration. */
  readonly apart: number;
}

/** By model, delay and iteration. */
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

interface OfModel {
  readonly input: RealRankInput;
  readonly model: RankModel;
}

async function trainInTurns(
  device: Device,
  communicator: Communicator,
  of: OfModel,
): Promise<RealIteration[][]> {
  const { delays, warmUp, rounds, seed } = of.input;
  const trainers: RankTrainer[] = [];
  try {
    for (const delay of delays) trainers.push(await openTrainer(device, communicator, { ...of, delay }));
    const trainings: RealIteration[][] = [];
    for (const trainer of trainers) trainings.push([...await train(communicator, trainer, warmUp)]);
    // Drawn alike on all ranks.
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
  { input: { data, scale, seed }, model, delay }: OfModel & { readonly delay: number },
): Promise<RankTrainer> {
  const { hidden, batchSize, pushLimit, capacity } = scale, own = data[communicator.rank];
  return await RankTrainer.open(device, communicatorTransport(communicator), own, {
    ...rankModel(model, { classes: own.classes, hidden }),
    ...{ optimizer: adam({ learningRate: LEARNING_RATE[model] }), batchSize, seed },
    push: { delay, pushLimit, cache: { capacity } },
    sampler: (graph, of) => hostSampler(uniformNeighbors(graph, { fanouts: FANOUTS, seed: of })),
  });
}

/** Replicas are compared when all iterations are over: a broadcast between two of them would give pushes time. Collective. */
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

/** Collective. */
function apartFromFirst(communicator: Communicator, parameters: ReadonlyMap<string, Float32Array>): number {
  let apart = 0;
  for (const numbers of parameters.values()) {
    const first = numbers.slice();
    communicator.broadcast(first, 0);
    for (let i = 0; i < numbers.length; i++) {
      const difference = Math.abs(numbers[i] - first[i]);
      // What is no number is not equal.
      apart = difference >= 0 ? Math.max(apart, difference) : Infinity;
    }
  }
  return apart;
}
