/**
 * Arrays that are used again: the pages of a new large array are mapped one by one as they are written, which
 * takes ten times as long as writing them.
 *
 * @module
 */
import { assertFree } from "./available_memory.ts";
import { sumOf } from "./lists/sum_of.ts";

/** Most floats that are kept for the next user: 256 MiB. */
const KEPT_FLOATS = 2 ** 26;

/** Arrays of floats, each on loan to one user at a time. */
export class ScratchArrays {
  /** Free arrays, the largest last. */
  readonly #free: Float32Array<ArrayBuffer>[] = [];

  /**
   * Lends an array of `length` floats of undefined content.
   *
   * @throws {OutOfMemoryError} where a new one is needed, and so much memory is not free.
   */
  take(length: number): Float32Array<ArrayBuffer> {
    const at = this.#free.findIndex((array) => array.length >= length);
    if (at >= 0) return this.#free.splice(at, 1)[0].subarray(0, length);
    assertFree("copy or draw numbers", 4 * length, `an array of ${length}`);
    return new Float32Array(length);
  }

  /** Takes a lent array back; the borrower must not use it afterwards. */
  giveBack({ buffer }: Float32Array<ArrayBuffer>): void {
    this.#free.push(new Float32Array(buffer));
    this.#free.sort((a, b) => a.length - b.length);
    for (let kept = this.#floats(); kept > KEPT_FLOATS; kept = this.#floats()) this.#free.shift();
  }

  #floats(): number {
    return sumOf(this.#free, ({ length }) => length);
  }
}

/** Scratch arrays of the whole program: pools of several users would each keep as much. */
export const scratchArrays: ScratchArrays = new ScratchArrays();
