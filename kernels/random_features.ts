/**
 * Random features, the dense input of products that are checked and timed.
 *
 * @module
 */
import { assertFree } from "../platform/available_memory.ts";
import { RandomStream } from "../platform/random.ts";

/**
 * Random features, uniform in [-1, 1): never zeros, which hide unwritten cells and can run faster than real
 * data.
 *
 * @throws {OutOfMemoryError} where so much memory is not free.
 * @example
 * ```ts
 * import { randomFeatures } from "gnn-repro";
 * const features = randomFeatures(3, 4, 1);
 * if (features.length !== 12) throw new Error("3 x 4 numbers");
 * if (features.some((x) => Math.abs(x) > 1)) throw new Error("numbers in [-1, 1)");
 * ```
 */
export function randomFeatures(rows: number, width: number, seed: number): Float32Array {
  assertFree("draw features", 4 * rows * width, `features of ${rows} x ${width}`);
  const stream = new RandomStream(seed, "features");
  const features = new Float32Array(rows * width);
  for (let i = 0; i < features.length; i++) features[i] = 2 * stream.uniform() - 1;
  return features;
}
