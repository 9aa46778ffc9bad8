/**
 * What mini-batch training asks of a sampler, wherever it samples.
 *
 * @module
 */
import type { SampledBatch } from "../../graph/sampling/block.ts";
import type { BatchOfSeeds } from "../../graph/sampling/sampler.ts";

/** Milliseconds of sampling one batch. Together they are the sample phase (fastgl, Section 2.1). */
export interface SamplingTimes {
  /** Drawing the neighbours of all layers. */
  readonly drawMs: number;
  /** Numbering the drawn vertices, all layers. */
  readonly idMapMs: number;
  /** Sorting the rows by local id, which nothing but our CSR asks for. */
  readonly sortMs: number;
  /** Bringing the batch to the host; 0 where it was sampled there. */
  readonly readMs: number;
}

/** A batch and what sampling it took. */
export interface TimedBatch {
  /** The blocks, on the host. */
  readonly sampled: SampledBatch;
  /** The phases' times. */
  readonly times: SamplingTimes;
}

/** Samples one batch after the other. Several trainings may share one: it keeps nothing from batch to batch. */
export interface BatchSampler {
  /**
   * Samples a batch. The same seeds and number draw the same neighbours.
   *
   * @throws {UsageError} for a seed that is no vertex, or more seeds than there is room for.
   */
  sample(batch: BatchOfSeeds): Promise<TimedBatch>;
  /** Returns all memory. */
  close(): void;
}
