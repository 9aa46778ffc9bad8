/**
 * Cheap random numbers: a prime number of draws, repeated.
 *
 * @module
 */
import type { RandomStream } from "./random.ts";

/** Period, a prime, so that no two rows of a matrix of any usual width are alike. */
const PERIOD = 65_537;

/**
 * Generates numbers uniform in [-1, 1) that repeat after 65,537: as fast as copying memory, for uses where
 * independence of distant numbers does not matter.
 *
 * @example
 * ```ts
 * import { RandomStream } from "./random.ts";
 * const numbers = repeatedUniform(100_000, new RandomStream(1, "example"));
 * if (numbers[65_537] !== numbers[0] || numbers[1] === numbers[0]) throw new Error("the period is a prime");
 * ```
 */
export function repeatedUniform(length: number, stream: RandomStream): Float32Array<ArrayBuffer> {
  const numbers = new Float32Array(length);
  fillRepeatedUniform(numbers, stream);
  return numbers;
}

/**
 * Fills an array with the numbers of {@linkcode repeatedUniform}.
 *
 * @param step Power of two, to whose nearest multiple, from -1 to 1, each number is rounded; none is when
 * absent.
 */
export function fillRepeatedUniform(
  numbers: Float32Array<ArrayBuffer>,
  stream: RandomStream,
  step?: number,
): void {
  const { length } = numbers;
  let filled = Math.min(length, PERIOD);
  for (let i = 0; i < filled; i++) {
    const number = 2 * stream.uniform() - 1;
    numbers[i] = step === undefined ? number : step * Math.round(number / step);
  }
  // Doubling keeps the period: each copy begins at a multiple of it.
  for (; filled < length; filled *= 2) numbers.copyWithin(filled, 0, Math.min(filled, length - filled));
}
