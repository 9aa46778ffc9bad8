/**
 * Interface of samplers for mini-batch training, on the host or on a device.
 *
 * @module
 */
import type { SampledBatch } from "../../graph/sampling/block.ts";
import type { BatchOfSeeds } from "../../graph/sampling/sampler.ts";

/** Milliseconds of sampling one batch. Together they are the sample phase (fastgl, Section 2.1). */
export interface SamplingTimes {
  /** Milliseconds of drawing the neighbours of all layers. */
  readonly drawMs: number;
  /** Milliseconds of numbering the drawn vertices, all layers. */
  readonly idMapMs: number;
  /** Milliseconds of sorting the rows by local id, which only this harness's CSR needs. */
  readonly sortMs: number;
  /** Milliseconds of copying the batch to the host; 0 where it was sampled there. */
  readonly readMs: number;
}

/** Batch with the times of its sampling. */
export interface TimedBatch {
  /** Blocks, on the host. */
  readonly sampled: SampledBatch;
  /** Times of the phases. */
  readonly times: SamplingTimes;
}

/**
 * Sampler of one batch after the other. Several trainings may share one: it keeps no state between batches.
 */
export interface BatchSampler {
  /**
   * Samples a batch. The same seeds and number draw the same neighbours.
   *
   * @param progress Callback between layers, which lets messages progress; for samplers on the host.
   * @throws {UsageError} for an invalid seed vertex, or more seeds than there is room for.
   */
  sample(batch: BatchOfSeeds, progress?: () => void): Promise<TimedBatch>;
  /** Frees all memory. */
  close(): void;
}
