/**
 * Panel of accumulators: a row's columns stay in vector registers while terms are added to them.
 *
 * @module
 */
import { type Gpr, mem, type Memory, type Vec } from "../assembler/operand.ts";
import type { ColumnVector } from "./column_vectors.ts";
import type { KernelBuilder } from "./kernel_builder.ts";
import type { TailMask } from "./tail_mask.ts";

/** Bytes of a cache line, of a float. */
const LINE_BYTES = 64, FLOAT_BYTES = 4;

/** Start of a row of a dense matrix: a base, and bytes from there in another register. */
export interface RowAddress {
  /** Address. */
  readonly base: Gpr;
  /** Bytes behind it. */
  readonly offset?: Gpr;
}

/** Caches that rows are fetched into ahead of their use. */
export type PrefetchLevel = "l1" | "l2";

/** Accumulators for some columns of a row, in one or more sets that are summed in the end. */
export class Panel implements Disposable {
  readonly #kernel: KernelBuilder;
  readonly #vectors: readonly ColumnVector[];
  readonly #tail: TailMask;
  /** Accumulators by set and vector. */
  readonly #sums: readonly (readonly Vec[])[];

  /**
   * Takes registers for the accumulators.
   *
   * @param sets Sets of accumulators: terms of different sets do not wait for each other.
   * @throws {RangeError} if there are not enough registers.
   */
  constructor(kernel: KernelBuilder, vectors: readonly ColumnVector[], tail: TailMask, sets = 1) {
    this.#kernel = kernel;
    this.#vectors = vectors;
    this.#tail = tail;
    this.#sums = Array.from(
      { length: sets },
      (_, set) => vectors.map(({ at }) => kernel.vector(`set ${set}, column ${at}`)),
    );
  }

  /** Sets all accumulators to 0. */
  clear(): void {
    for (const sum of this.#sums.flat()) this.#kernel.a.vxorps(sum, sum, sum);
  }

  /** Adds a row to a set, or `factor` times the row. */
  accumulate(set: number, row: RowAddress, factor?: Vec): void {
    this.#vectors.forEach((vector, i) =>
      this.#tail.accumulate(this.#sums[set][i], this.#column(row, vector), vector, factor)
    );
  }

  /** Adds up the sets, pairwise; the sum is in the first one. */
  fold(): void {
    let sets = this.#sums.length;
    while (sets > 1) {
      const half = Math.ceil(sets / 2);
      for (let set = 0; set + half < sets; set++) {
        this.#sums[set].forEach((sum, i) => this.#kernel.a.vaddps(sum, sum, this.#sums[set + half][i]));
      }
      sets = half;
    }
  }

  /** Stores the first set into a row; `streaming` past the caches, for aligned rows. */
  store(row: RowAddress, streaming = false): void {
    this.#vectors.forEach((vector, i) =>
      this.#tail.store(this.#column(row, vector), this.#sums[0][i], vector, streaming)
    );
  }

  /** Asks for the panel's lines of a row. Prefetches of any address are harmless. */
  prefetch(row: RowAddress, level: PrefetchLevel): void {
    const { a } = this.#kernel, last = this.#vectors.at(-1)!;
    const from = FLOAT_BYTES * this.#vectors[0].at, to = FLOAT_BYTES * (last.at + last.columns);
    for (let byte = from; byte < to; byte += LINE_BYTES) {
      const line = mem(row.base, byte, row.offset);
      level === "l1" ? a.prefetcht0(line) : a.prefetcht1(line);
    }
  }

  /** Gives the registers back. */
  [Symbol.dispose](): void {
    for (const sum of this.#sums.flat().reverse()) this.#kernel.release(sum);
  }

  #column({ base, offset }: RowAddress, { at }: ColumnVector): Memory {
    return mem(base, FLOAT_BYTES * at, offset);
  }
}
