/**
 * Division of a training set into mini-batches.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { RandomStream } from "../../platform/random.ts";
import type { BatchOfSeeds } from "./sampler.ts";

/** Options of {@linkcode miniBatches}. */
export interface MiniBatchOptions {
  /** Number of seeds of a batch; the last one of an epoch may have fewer. */
  readonly batchSize: number;
  /** Number of the epoch, from 0; each shuffles anew. */
  readonly epoch: number;
  /** Seed of the shuffles. */
  readonly seed: number;
}

/**
 * Divides a shuffled training set into the batches of an epoch, each vertex once. Batches are numbered
 * through all epochs, so that each draws its own neighbours. Where the batch is larger than the training set
 * there is one batch; where the set is empty, none.
 *
 * @throws {UsageError} for a batch size that is not an integer from 1.
 *
 * @example
 * ```ts
 * import { miniBatches } from "gnn-repro/graph";
 * const batches = miniBatches(Uint32Array.of(4, 5, 6), { batchSize: 2, epoch: 0, seed: 1 });
 * if (batches.map(({ seeds }) => seeds.length).join() !== "2,1") throw new Error("two and one");
 * ```
 */
export function miniBatches(trainingSet: Uint32Array, options: MiniBatchOptions): BatchOfSeeds[] {
  const { batchSize, epoch, seed } = options;
  if (!(Number.isInteger(batchSize) && batchSize >= 1)) {
    throw new UsageError({
      action: "cut a training set into mini-batches",
      current: `a batch size of ${batchSize}`,
      wanted: "an integer from 1",
      next: "pass the number of seeds of a batch",
    });
  }
  const order = new RandomStream(seed, `mini-batches of epoch ${epoch}`).shuffle(trainingSet.slice());
  const batches = Math.ceil(order.length / batchSize);
  return Array.from({ length: batches }, (_, i) => ({
    seeds: order.subarray(i * batchSize, (i + 1) * batchSize),
    batch: epoch * batches + i,
  }));
}
