/**
 * Mini-batch training on one device, epoch by epoch.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import type { BatchSampler } from "../mini_batch/batch_sampler.ts";
import { iterationPhases } from "../mini_batch/iteration.ts";
import { MiniBatchTrainer, type MiniBatchTrainingOptions } from "../mini_batch/trainer.ts";
import type { EpochOutcome } from "./epoch_training.ts";
import { type MiniBatchTask, SampledEpochs } from "./sampled_epochs.ts";

/** Training on mini-batches that the host asks for one by one. */
export class MiniBatchEpochs extends SampledEpochs<MiniBatchTrainer> {
  readonly #sampler: BatchSampler;

  /**
   * Allocates and draws the parameters, and takes over the sampler.
   *
   * @throws the errors of {@linkcode MiniBatchTrainer}.
   */
  constructor(device: Device, task: MiniBatchTask, options: MiniBatchTrainingOptions) {
    const trainer = new MiniBatchTrainer(device, task.data, { ...options, readLosses: true });
    super(task, { device, ...options }, trainer);
    this.#sampler = options.sampler;
  }

  /** Frees all memory, the sampler's too. */
  override close(): void {
    super.close();
    this.#sampler.close();
  }

  /** Trains on all mini-batches once. */
  async train(pause?: () => Promise<void>): Promise<EpochOutcome> {
    const { epochLength: iterations } = this.trainer;
    const phases = { sample: 0, load: 0, compute: 0, prepare: 0 };
    let loss = 0, seeds = 0, edges = 0, vertices = 0;
    for (let i = 0; i < iterations; i++) {
      await pause?.();
      const record = await this.trainer.next(), times = iterationPhases(record);
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
}
