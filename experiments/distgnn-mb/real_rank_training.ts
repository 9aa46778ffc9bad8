/**
 * What a rank with real messages does for Section 4.2: trains a while, delay by delay, and compares its replica with rank 0's after
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
  /** With which each of them is trained. */
  readonly delays: readonly number[];
  /** Of each training. */
  readonly iterations: number;
}

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
      const ofModel: RealIteration[][] = [];
      for (const delay of input.delays) {
        ofModel.push(await train(device, communicator, { input, model, delay }));
      }
      trainings.push(ofModel);
    }
    return trainings;
  } finally {
    device.close();
  }
}

async function train(
  device: Device,
  communicator: Communicator,
  { input: { data, scale, seed, iterations }, model, delay }: {
    readonly input: RealRankInput;
    readonly model: RankModel;
    readonly delay: number;
  },
): Promise<RealIteration[]> {
  const { hidden, batchSize, pushLimit, capacity } = scale, own = data[communicator.rank];
  const trainer = await RankTrainer.open(device, communicatorTransport(communicator), own, {
    ...rankModel(model, { classes: own.classes, hidden }),
    ...{ optimizer: adam({ learningRate: LEARNING_RATE[model] }), batchSize, seed },
    push: { delay, pushLimit, cache: { capacity } },
    sampler: (graph, of) => hostSampler(uniformNeighbors(graph, { fanouts: FANOUTS, seed: of })),
  });
  try {
    const training: RealIteration[] = [];
    for (let i = 0; i < iterations; i++) {
      const record = await trainer.next();
      training.push({ record, apart: apartFromFirst(communicator, await trainer.parameters.read()) });
    }
    await trainer.finish();
    return training;
  } finally {
    trainer.close();
  }
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
