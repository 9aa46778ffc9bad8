/**
 * Counter-based random numbers: Threefry-2x32 with 20 rounds (Salmon et al., "Parallel random numbers: as
 * easy as 1, 2, 3", SC 2011). A number depends on its key and its counter alone, so every backend and any
 * number of threads draw the same ones; it needs 32-bit additions, rotations and xors only, which TypeScript,
 * WebAssembly and WGSL share.
 *
 * @module
 */
import { UsageError } from "./errors.ts";
import { indices } from "./indices.ts";

const PARITY = 0x1bd11bda;

/**
 * One block of Threefry-2x32-20: two 32-bit words from a 64-bit key and a 64-bit counter, written to `out`.
 * Its twenty rounds are written out, which is twice as fast as a loop over their rotations.
 *
 * @example
 * ```ts
 * const out = new Uint32Array(2);
 * threefry2x32(0, 0, 0, 0, out);
 * if (out[0] !== 0x6b200159) throw new Error("not the published test vector");
 * ```
 */
export function threefry2x32(
  key0: number,
  key1: number,
  counter0: number,
  counter1: number,
  out: Uint32Array,
): void {
  const key2 = PARITY ^ key0 ^ key1;
  let x0 = (counter0 + key0) | 0;
  let x1 = (counter1 + key1) | 0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 13) | (x1 >>> 19)) ^ x0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 15) | (x1 >>> 17)) ^ x0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 26) | (x1 >>> 6)) ^ x0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 6) | (x1 >>> 26)) ^ x0;
  x0 = (x0 + key1) | 0;
  x1 = (x1 + key2 + 1) | 0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 17) | (x1 >>> 15)) ^ x0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 29) | (x1 >>> 3)) ^ x0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 16) | (x1 >>> 16)) ^ x0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 24) | (x1 >>> 8)) ^ x0;
  x0 = (x0 + key2) | 0;
  x1 = (x1 + key0 + 2) | 0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 13) | (x1 >>> 19)) ^ x0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 15) | (x1 >>> 17)) ^ x0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 26) | (x1 >>> 6)) ^ x0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 6) | (x1 >>> 26)) ^ x0;
  x0 = (x0 + key0) | 0;
  x1 = (x1 + key1 + 3) | 0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 17) | (x1 >>> 15)) ^ x0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 29) | (x1 >>> 3)) ^ x0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 16) | (x1 >>> 16)) ^ x0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 24) | (x1 >>> 8)) ^ x0;
  x0 = (x0 + key1) | 0;
  x1 = (x1 + key2 + 4) | 0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 13) | (x1 >>> 19)) ^ x0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 15) | (x1 >>> 17)) ^ x0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 26) | (x1 >>> 6)) ^ x0;
  x0 = (x0 + x1) | 0;
  x1 = ((x1 << 6) | (x1 >>> 26)) ^ x0;
  x0 = (x0 + key2) | 0;
  x1 = (x1 + key0 + 5) | 0;
  out[0] = x0;
  out[1] = x1;
}

/** Uniform number from [0, 1) of the upper 24 of 32 random bits, the same in float32 and float64. */
export function uniformOf(word: number): number {
  return (word >>> 8) * 2 ** -24;
}

/** FNV-1a hash of a text, which turns a purpose into half of a key. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/**
 * A named stream of random numbers. Streams of one seed and different purposes are independent, so adding a
 * draw to one part of the harness changes no number of another.
 *
 * @example
 * ```ts
 * const a = new RandomStream(1, "features"), b = new RandomStream(1, "features");
 * if (a.uint32() !== b.uint32()) throw new Error("streams must repeat");
 * ```
 */
export class RandomStream {
  readonly #key0: number;
  readonly #key1: number;
  readonly #block = new Uint32Array(2);
  #counter = 0;
  #spare = false;

  /** Starts a stream; only the low 32 bits of the seed count. */
  constructor(seed: number, purpose: string) {
    this.#key0 = seed >>> 0;
    this.#key1 = hashText(purpose);
  }

  /** Draws the next 32 random bits, as an unsigned integer. */
  uint32(): number {
    if (this.#spare) {
      this.#spare = false;
      return this.#block[1]!;
    }
    threefry2x32(
      this.#key0,
      this.#key1,
      this.#counter >>> 0,
      Math.floor(this.#counter / 2 ** 32),
      this.#block,
    );
    this.#counter++;
    this.#spare = true;
    return this.#block[0]!;
  }

  /** Fills `words` with the next draws of 32 bits, those of {@linkcode RandomStream.uint32}. */
  fill(words: Uint32Array): void {
    const key0 = this.#key0, key1 = this.#key1, block = this.#block;
    let at = 0;
    if (this.#spare && words.length > 0) words[at++] = this.uint32();
    let counter = this.#counter;
    for (; at + 1 < words.length; at += 2, counter++) {
      threefry2x32(key0, key1, counter >>> 0, Math.floor(counter / 2 ** 32), block);
      words[at] = block[0]!;
      words[at + 1] = block[1]!;
    }
    this.#counter = counter;
    if (at < words.length) words[at] = this.uint32();
  }

  /** Goes to the place after the stream's first `draws` draws of 32 bits, forwards or backwards. */
  seek(draws: number): void {
    this.#counter = Math.floor(draws / 2);
    this.#spare = false;
    if (draws % 2 === 1) this.uint32();
  }

  /** Draws uniformly from [0, 1) with 24 bits, the same number in float32 and float64. */
  uniform(): number {
    return uniformOf(this.uint32());
  }

  /**
   * Draws a uniform integer from [0, bound), without modulo bias.
   *
   * @throws {UsageError} `bound` is not an integer from 1 to 2^32.
   */
  below(bound: number): number {
    if (!(Number.isInteger(bound) && bound >= 1 && bound <= 2 ** 32)) {
      throw new UsageError({
        action: "draw a random integer",
        current: `the bound ${bound}`,
        wanted: "an integer from 1 to 2^32",
        next: "check that what is drawn from is not empty",
      });
    }
    for (;;) {
      const draw = this.uint32(), rest = draw % bound;
      // Above the last multiple of the bound, not all remainders occur.
      if (draw - rest <= 2 ** 32 - bound) return rest;
    }
  }

  /** Draws from the standard normal distribution (Box-Muller). */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.uniform()));
    return radius * Math.cos(2 * Math.PI * this.uniform());
  }

  /** Shuffles in place (Fisher-Yates) and returns its argument. */
  shuffle<T extends { length: number; [index: number]: unknown }>(items: T): T {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const held = items[i];
      items[i] = items[j];
      items[j] = held;
    }
    return items;
  }
}

/** Draws a random permutation of `n` by shuffling the identity. */
export function randomPermutation(n: number, stream: RandomStream): Uint32Array {
  return stream.shuffle(indices(n));
}
