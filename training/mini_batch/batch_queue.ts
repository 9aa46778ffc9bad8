/**
 * The order in which mini-batches are trained on: an epoch is sampled window by window, and each window is reordered so that
 * neighbours in time share vertices (fastgl, Sections 2.1.1 and 2.1.3 of the catalog; Section 4.1 of the paper).
 *
 * @module
 */
import { greedyReorder, matchDegrees } from "../../graph/sampling/match.ts";
import { miniBatches } from "../../graph/sampling/mini_batches.ts";
import type { BatchOfSeeds } from "../../graph/sampling/sampler.ts";
import { UsageError } from "../../platform/errors.ts";
import type { BatchSampler, TimedBatch } from "./batch_sampler.ts";

/** How a training set becomes a queue of batches. */
export interface BatchQueueOptions {
  /** Vertices of the graph. */
  readonly vertices: number;
  /** Vertices to train on. */
  readonly training: Uint32Array;
  /** Seeds of a batch. */
  readonly batchSize: number;
  /** Seed of the shuffles. */
  readonly seed: number;
  /** Mini-batches that are sampled before the first of them is trained on, and reordered; 1 for no reordering. */
  readonly window: number | "epoch";
  /** Samples them. */
  readonly sampler: BatchSampler;
}

/** A batch whose turn it is. */
export interface QueuedBatch extends TimedBatch {
  /** Epoch, from 1. */
  readonly epoch: number;
  /** Place in the order of the epoch, from 0. */
  readonly position: number;
  /** Milliseconds of reordering its window, by the first batch of the window; 0 for the others. */
  readonly reorderMs: number;
}

/** Batches without end, epoch after epoch. */
export class BatchQueue {
  /** Batches of an epoch. */
  readonly epochLength: number;
  readonly #options: BatchQueueOptions;
  readonly #window: number;
  #epoch = 0;
  #position = 0;
  #unsampled: BatchOfSeeds[] = [];
  #sampled: QueuedBatch[] = [];

  /**
   * Samples nothing yet.
   *
   * @throws {UsageError} for a batch size or a window that is no integer from 1.
   */
  constructor(options: BatchQueueOptions) {
    const { training, batchSize, seed, window } = options;
    this.#options = options;
    this.epochLength = miniBatches(training, { batchSize, seed, epoch: 0 }).length;
    this.#window = window === "epoch" ? this.epochLength : window;
    if (Number.isInteger(this.#window) && this.#window >= 1) return;
    throw new UsageError({
      action: "reorder mini-batches",
      current: `a window of ${window}`,
      wanted: "an integer from 1, or `epoch`",
      next: "leave it out for no reordering",
    });
  }

  /** The batches that are sampled already, the next one first. */
  get waiting(): readonly QueuedBatch[] {
    return this.#sampled;
  }

  /** The next batch; samples a window where none waits. A window ends with its epoch. */
  async next(): Promise<QueuedBatch> {
    if (this.#sampled.length === 0) this.#sampled = await this.#sampleWindow();
    return this.#sampled.shift()!;
  }

  async #sampleWindow(): Promise<QueuedBatch[]> {
    const { training, batchSize, seed, vertices, sampler } = this.#options;
    if (this.#unsampled.length === 0) {
      this.#unsampled = miniBatches(training, { batchSize, seed, epoch: this.#epoch++ });
      this.#position = 0;
    }
    const batches: TimedBatch[] = [];
    for (const batch of this.#unsampled.slice(0, this.#window)) batches.push(await sampler.sample(batch));
    this.#unsampled.splice(0, batches.length);
    const start = performance.now();
    const order = batches.length === 1 ? [0] : greedyReorder(
      matchDegrees(batches.map(({ sampled }) => sampled.blocks[0].sources), vertices),
    );
    const reorderMs = performance.now() - start;
    return order.map((at, i) => ({
      ...batches[at],
      ...{ epoch: this.#epoch, position: this.#position++, reorderMs: i === 0 ? reorderMs : 0 },
    }));
  }
}
