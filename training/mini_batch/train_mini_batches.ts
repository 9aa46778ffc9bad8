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

/** How {@linkcode trainMiniBatches} trains. */
export interface MiniBatchLoopOptions extends MiniBatchTrainingOptions {
  /** Times that every training vertex is a seed. */
  readonly epochs: number;
  /** Called after each iteration, outside of its times. */
  readonly onIteration?: (record: IterationRecord) => void | Promise<void>;
}

/** How training went. */
export interface MiniBatchResult {
  /** Iterations of all epochs. */
  readonly iterations: number;
  /** Loss of each epoch: the mean over its iterations, weighted by their seeds, with `readLosses`, else that of its last one. */
  readonly losses: readonly number[];
  /** What was learned, by label, row-major. */
  readonly parameters: ReadonlyMap<string, Float32Array>;
}

/**
 * Trains for some epochs. Nothing but times, and the loss at the end of an epoch, is read back from the device unless asked for.
 *
 * @throws {DivergenceError} naming epoch and iteration; what {@linkcode MiniBatchTrainer} throws else.
 * @example
 * ```ts ignore
 * const { losses } = await trainMiniBatches(device, data, {
 *   ...{ layers: gcn({ classes, hidden: 64, layers: 3 }), aggregation: "gcn", optimizer: adamOptimizer() },
 *   ...{ sampler, batchSize: 8000, epochs: 20, seed: 1, loading: { match: true }, window: 8 },
 *   onIteration: (record) => console.log(record.iteration, iterationPhases(record)),
 * });
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
