/**
 * Inputs of an epoch's iterations in device memory. Each iteration copies its own within the device, so that
 * no write of the host ends a submission.
 *
 * @module
 */
import type { BatchOfSeeds } from "../../../graph/sampling/sampler.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";

/** Mini-batch of an epoch, before it is sampled. */
export interface ScheduledBatch extends BatchOfSeeds {
  /** Number of the training step, from 1. */
  readonly step: number;
}

/** Words that each iteration finds in a buffer. */
export interface BatchInput {
  /** Buffer that they are copied to, from its first byte. */
  readonly to: WebGpuBuffer;
  /** Number of words; 0 where a batch has fewer. */
  readonly words: number;
  /** Words of a batch, as many or fewer. */
  of(batch: ScheduledBatch): Uint32Array | Float32Array;
}

/** Table with one record an iteration. */
export class BatchTable {
  readonly #device: WebGpuDevice;
  readonly #inputs: readonly BatchInput[];
  readonly #recordWords: number;
  readonly #table: WebGpuBuffer;

  /**
   * Reserves room for an epoch.
   *
   * @throws {OutOfMemoryError} where the device has none.
   */
  constructor(device: WebGpuDevice, inputs: readonly BatchInput[], iterations: number) {
    this.#device = device;
    this.#inputs = inputs;
    this.#recordWords = sumOf(inputs, ({ words }) => words);
    this.#table = device.allocate("inputs of an epoch", 4 * iterations * this.#recordWords);
  }

  /** Writes the records of an epoch, behind all queued work. */
  write(batches: readonly ScheduledBatch[]): void {
    const table = new Uint32Array(batches.length * this.#recordWords);
    let at = 0;
    for (const batch of batches) {
      for (const { words, of } of this.#inputs) {
        const { buffer, byteOffset, length } = of(batch);
        table.set(new Uint32Array(buffer, byteOffset, length), at);
        at += words;
      }
    }
    this.#device.write(this.#table, table);
  }

  /** Copies the record of an iteration to its buffers, as queued work. */
  take(iteration: number): void {
    let at = iteration * this.#recordWords;
    for (const { to, words } of this.#inputs) {
      this.#device.copy({ buffer: this.#table, byteOffset: 4 * at }, { buffer: to }, 4 * words);
      at += words;
    }
  }

  /** Frees the table. */
  close(): void {
    this.#device.free(this.#table);
  }
}
