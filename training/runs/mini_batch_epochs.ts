/**
 * Mini-batch training on one device, epoch by epoch.
 *
 * @module
 */
import type { Split } from "../../datasets/dataset.ts";
import type { CsrMatrix } from "../../graph/csr.ts";
import type { Device } from "../../hardware/device.ts";
import { iterationPhases } from "../mini_batch/iteration.ts";
import type { MiniBatchData } from "../mini_batch/mini_batch_data.ts";
import { ParameterScorer } from "../mini_batch/parameter_scorer.ts";
import {
  type MiniBatchState,
  MiniBatchTrainer,
  type MiniBatchTrainingOptions,
} from "../mini_batch/trainer.ts";
import { type EpochOutcome, type EpochTraining, type SetTallies, tallySets } from "./epoch_training.ts";

/** Graph with its data and sets. */
export interface MiniBatchTask {
  /** Graph of the sampler. */
  readonly graph: CsrMatrix;
  /** Features, truth and training vertices. */
  readonly data: MiniBatchData;
  /** Sets that are scored. */
  readonly split: Split;
}

/** Training on sampled mini-batches; scored with all neighbours. */
export class MiniBatchEpochs implements EpochTraining<MiniBatchState> {
  readonly #device: Device;
  readonly #task: MiniBatchTask;
  readonly #options: MiniBatchTrainingOptions;
  readonly #trainer: MiniBatchTrainer;
  #scorer: ParameterScorer | undefined;

  /**
   * Allocates and draws the parameters.
   *
   * @throws the errors of {@linkcode MiniBatchTrainer}.
   */
  constructor(device: Device, task: MiniBatchTask, options: MiniBatchTrainingOptions) {
    this.#device = device;
    this.#task = task;
    this.#options = options;
    this.#trainer = new MiniBatchTrainer(device, task.data, { ...options, readLosses: true });
  }

  /** Trains on all mini-batches once. */
  async train(pause?: () => Promise<void>): Promise<EpochOutcome> {
    const { epochLength: iterations } = this.#trainer;
    const phases = { sample: 0, load: 0, compute: 0, prepare: 0 };
    let loss = 0, seeds = 0, edges = 0, vertices = 0;
    for (let i = 0; i < iterations; i++) {
      await pause?.();
      const record = await this.#trainer.next(), times = iterationPhases(record);
      phases.sample += times.sampleMs;
      phases.load += times.memoryIoMs;
      phases.compute += times.computeMs;
      phases.prepare += times.preparationMs;
      loss += record.loss! * record.seeds;
      seeds += record.seeds;
      edges += record.edges;
      vertices += record.vertices;
    }
    return { loss, seeds, iterations, phases, counts: { edges, "loaded vertices": vertices } };
  }

  /** Scores all vertices. The pass is prepared by the first call. */
  async score(): Promise<SetTallies> {
    const { graph, data, split } = this.#task, { layers, aggregation } = this.#options;
    this.#scorer ??= await ParameterScorer.open(this.#device, { layers, aggregation, graph, data });
    return tallySets(await this.#scorer.scores(await this.#trainer.parameters.read()), split);
  }

  /** State of the trainer. */
  state(): Promise<MiniBatchState> {
    return this.#trainer.state();
  }

  /** Goes on behind a state. */
  restore(state: MiniBatchState): void {
    this.#trainer.restore(state);
  }

  /** Frees all memory but the sampler's. */
  close(): void {
    this.#scorer?.close();
    this.#trainer.close();
  }
}
