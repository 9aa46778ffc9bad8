/**
 * Sweeps over a working set that fits one level of a device's memory, and their sums.
 *
 * @module
 */

/**
 * A level. `shared` is memory that a program manages itself (a GPU's workgroup memory; CPUs have none), `l3`
 * a cache that GPUs do not have, `global` the memory beyond all caches.
 */
export type MemoryLevel = "shared" | "l1" | "l2" | "l3" | "global";

/** A prepared sweep over a working set. */
export interface MemorySweep {
  /** Bytes that one `run` reads. */
  readonly bytesRead: number;
  /** Bytes of the working set, over all threads or workgroups. */
  readonly workingSet: number;
  run(): void;
  /**
   * Runs once and compares the device's sum with the host's, modulo 2^32; exact. With a seed the working set
   * is filled with other words first.
   */
  check(seed?: number): Promise<{ readonly got: number; readonly wanted: number }>;
  destroy(): void;
}

/** The sum of all words, modulo 2^32. */
export function wordSum(words: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < words.length; i++) sum = (sum + words[i]) >>> 0;
  return sum;
}
