/**
 * Queue of mini-batches: an epoch is sampled window by window, and each window is reordered so that
 * consecutive batches share vertices (fastgl, Sections 2.1.1 and 2.1.3 of the catalog; Section 4.1 of the
 * paper).
 *
 * @module
 */
import { greedyReorder, matchDegrees } from "../../graph/sampling/match.ts";
import { miniBatches } from "../../graph/sampling/mini_batches.ts";
import type { BatchOfSeeds } from "../../graph/sampling/sampler.ts";
import { UsageError } from "../../platform/errors.ts";
import type { BatchSampler, TimedBatch } from "./batch_sampler.ts";

/** Settings of a queue. */
export interface BatchQueueOptions {
  /** Number of vertices of the graph. */
  readonly vertices: number;
  /** Training vertices. */
  readonly training: Uint32Array;
  /** Number of seeds in a batch. */
  readonly batchSize: number;
  /** Seed of the shuffles. */
  readonly seed: number;
  /** Number of mini-batches that are sampled ahead and reordered; 1 for no reordering. */
  readonly window: number | "epoch";
  /** Sampler of the batches. */
  readonly sampler: BatchSampler;
}

/** Batch taken from the queue. */
export interface QueuedBatch extends TimedBatch {
  /** Epoch, from 1. */
  readonly epoch: number;
  /** Place in the order of the epoch, from 0. */
  readonly position: number;
  /** Milliseconds of reordering a window, recorded in its first batch; 0 in the others. */
  readonly reorderMs: number;
}

/** Endless queue of batches, epoch after epoch. */
export class BatchQueue {
  /** Number of batches in an epoch. */
  readonly epochLength: number;
  readonly #options: BatchQueueOptions;
  readonly #window: number;
  #epoch = 0;
  #position = 0;
  #unsampled: BatchOfSeeds[] = [];
  #sampled: QueuedBatch[] = [];

  /**
   * Creates a queue without sampling.
   *
   * @throws {UsageError} for a batch size or a window that is not an integer from 1.
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

  /** Sampled batches, the next one first. */
  get waiting(): readonly QueuedBatch[] {
    return this.#sampled;
  }

  /** Drops what is sampled and goes on with the first batch of the epoch behind `epochs` whole ones. */
  skipTo(epochs: number): void {
    this.#epoch = epochs;
    this.#unsampled = [];
    this.#sampled = [];
  }

  /** Takes the next batch; samples a window where none waits. A window ends with its epoch. */
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
      epoch: this.#epoch,
      position: this.#position++,
      reorderMs: i === 0 ? reorderMs : 0,
    }));
  }
}
