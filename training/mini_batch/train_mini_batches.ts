/**
 * Mini-batch training over whole epochs.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import { UsageError } from "../../platform/errors.ts";
import type { IterationRecord } from "./iteration.ts";
import type { MiniBatchData } from "./mini_batch_data.ts";
import { MiniBatchTrainer, type MiniBatchTrainingOptions } from "./trainer.ts";

/** Settings of {@linkcode trainMiniBatches}. */
export interface MiniBatchLoopOptions extends MiniBatchTrainingOptions {
  /** Number of epochs. */
  readonly epochs: number;
  /** Callback after each iteration, outside of its times. */
  readonly onIteration?: (record: IterationRecord) => void | Promise<void>;
}

/** Result of a training. */
export interface MiniBatchResult {
  /** Number of iterations of all epochs. */
  readonly iterations: number;
  /**
   * Loss of each epoch: with `readLosses` the mean over its iterations, weighted by their seeds, otherwise
   * that of its last one.
   */
  readonly losses: readonly number[];
  /** Learned parameters, by label, row-major. */
  readonly parameters: ReadonlyMap<string, Float32Array>;
}

/**
 * Trains for some epochs. By default, only times and the loss at the end of an epoch are read back from the
 * device.
 *
 * @throws {DivergenceError} naming epoch and iteration; otherwise the errors of {@linkcode MiniBatchTrainer}.
 * @example
 * ```ts
 * import { adamOptimizer, gcn, loadDataset, openWasmDevice, vertexData } from "gnn-repro";
 * import { uniformNeighbors } from "gnn-repro/graph";
 * import { hostSampler, miniBatchData, trainMiniBatches } from "gnn-repro/training";
 * const dataset = await loadDataset("reddit@1/512", { seed: 1 });
 * const data = await vertexData(dataset, { seed: 1, randomWidth: 8 });
 * const device = openWasmDevice({ threads: 2 });
 * const { losses } = await trainMiniBatches(device, miniBatchData(data), {
 *   layers: gcn({ classes: data.classes, hidden: 16 }),
 *   aggregation: "gcn",
 *   optimizer: adamOptimizer(),
 *   sampler: hostSampler(uniformNeighbors(dataset.graph, { fanouts: [5, 10], seed: 1 })),
 *   batchSize: 16,
 *   seed: 1,
 *   epochs: 2,
 *   loading: { match: true },
 *   window: 2,
 * });
 * if (losses.length !== 2) throw new Error("the last one of every epoch");
 * device.close();
 * ```
 */
export async function trainMiniBatches(
  device: Device,
  data: MiniBatchData,
  options: MiniBatchLoopOptions,
): Promise<MiniBatchResult> {
  const { epochs, onIteration } = options;
  if (!(Number.isInteger(epochs) && epochs >= 1)) {
    throw new UsageError({
      action: "train on mini-batches",
      current: `${epochs} epochs`,
      wanted: "a whole number, 1 or more",
      next: "correct the options of the training loop",
    });
  }
  const trainer = new MiniBatchTrainer(device, data, options);
  try {
    const iterations = epochs * trainer.epochLength;
    const losses: number[] = [];
    for (let epoch = 1; epoch <= epochs; epoch++) {
      let sum = 0, seeds = 0;
      for (let i = 0; i < trainer.epochLength; i++) {
        const record = await trainer.next();
        await onIteration?.(record);
        if (record.loss === undefined) continue;
        sum += record.loss * record.seeds;
        seeds += record.seeds;
      }
      losses.push(sum / seeds);
    }
    return { iterations, losses, parameters: await trainer.parameters.read() };
  } finally {
    trainer.close();
  }
}
