/**
 * Draws of an index with given weights in constant time: Walker's alias method (Vose, IEEE TSE 17(9), 1991).
 *
 * @module
 */
import { indices } from "../../platform/indices.ts";

/** Tables of the alias method over `weights[begin, end)`, which must be positive. */
export class WeightedDraw {
  readonly #size: number;
  readonly #keep: Float32Array;
  readonly #alias: Uint32Array;

  /** Builds the tables in time linear in the range. */
  constructor(weights: Float64Array, begin: number, end: number) {
    const size = end - begin;
    let total = 0;
    for (let i = begin; i < end; i++) total += weights[i];
    const scaled = new Float64Array(size);
    const order = new Uint32Array(size);
    let small = 0, large = size;
    for (let i = 0; i < size; i++) {
      scaled[i] = weights[begin + i] * size / total;
      order[scaled[i] < 1 ? small++ : --large] = i;
    }
    const keep = new Float32Array(size).fill(1);
    const alias = indices(size);
    // order[0..small) are the light ones, order[large..size) the heavy ones; a heavy one becomes light as it
    // gives.
    for (let light = 0; light < small && large < size; light++) {
      const lesser = order[light], greater = order[large];
      keep[lesser] = scaled[lesser];
      alias[lesser] = greater;
      scaled[greater] -= 1 - scaled[lesser];
      if (scaled[greater] < 1) {
        large++;
        order[small++] = greater;
      }
    }
    this.#size = size;
    this.#keep = keep;
    this.#alias = alias;
  }

  /** Picks the index, from 0, for 32 random bits. */
  pick(bits: number): number {
    const x = bits * 2 ** -32 * this.#size;
    const slot = Math.floor(x);
    return x - slot < this.#keep[slot] ? slot : this.#alias[slot];
  }
}
