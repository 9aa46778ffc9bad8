/**
 * Panel of a dense matrix: columns of a row, or of a few rows, stay in vector registers.
 *
 * @module
 */
import { type Gpr, mem, type Memory, type Vec } from "../assembler/operand.ts";
import { NUMBER_BYTES, type NumberFormat } from "../../../number_format.ts";
import type { ColumnVector } from "./column_vectors.ts";
import type { KernelBuilder } from "./kernel_builder.ts";
import type { TailMask } from "./tail_mask.ts";

const LINE_BYTES = 64;

/** Start of a row of a dense matrix: a base, and bytes from there in another register and as a constant. */
export interface RowAddress {
  /** Address. */
  readonly base: Gpr;
  /** Bytes behind it. */
  readonly offset?: Gpr;
  /** Bytes behind both. */
  readonly bytes?: number;
  /** Format of the row's numbers; float32 when absent. Only {@linkcode Panel.accumulate} reads another. */
  readonly format?: NumberFormat;
}

/**
 * Vectors for some columns, in one or more sets: accumulators of one row whose sets are summed in the end,
 * accumulators of several rows with a set each, or a row that is loaded once and used often.
 */
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

  /** Adds a row to a set, or the row times a factor: one for all columns, or one for each vector of them. */
  accumulate(set: number, row: RowAddress, factor?: Vec | ((vector: ColumnVector) => Vec)): void {
    this.#vectors.forEach((vector, i) => {
      const by = typeof factor === "function" ? factor(vector) : factor;
      this.#tail.accumulate(this.#sums[set][i], this.#column(row, vector), vector, by, row.format);
    });
  }

  /** Adds `factor` times the first set of a panel of the same columns to a set. */
  accumulatePanel(set: number, factor: Vec, panel: Panel): void {
    this.#sums[set].forEach((sum, i) => this.#kernel.a.vfmadd231ps(sum, factor, panel.#sums[0][i]));
  }

  /** Loads a row into a set. */
  load(row: RowAddress, set = 0): void {
    this.#vectors.forEach((vector, i) =>
      this.#tail.load(this.#sums[set][i], this.#column(row, vector), vector)
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

  /** Emits a change of every accumulator, for the columns that it holds. */
  change(emit: (sum: Vec, vector: ColumnVector) => void): void {
    for (const set of this.#sums) set.forEach((sum, i) => emit(sum, this.#vectors[i]));
  }

  /** Stores a set into a row; `streaming` past the caches, for rows that are aligned to vectors. */
  store(
    row: RowAddress,
    { set = 0, streaming = false }: { readonly set?: number; readonly streaming?: boolean } = {},
  ): void {
    this.#vectors.forEach((vector, i) =>
      this.#tail.store(this.#column(row, vector), this.#sums[set][i], vector, streaming)
    );
  }

  /** Brings the panel's lines of a row into the L1 cache. Prefetches of any address are harmless. */
  prefetch({ base, offset, bytes = 0, format = "f32" }: RowAddress): void {
    const { a } = this.#kernel, last = this.#vectors.at(-1)!, size = NUMBER_BYTES[format];
    const from = size * this.#vectors[0].at, to = size * (last.at + last.columns);
    for (let byte = from; byte < to; byte += LINE_BYTES) {
      a.prefetcht0(mem(base, bytes + byte, offset));
    }
  }

  /** Gives the registers back. */
  [Symbol.dispose](): void {
    for (const sum of this.#sums.flat().reverse()) this.#kernel.release(sum);
  }

  #column({ base, offset, bytes = 0, format = "f32" }: RowAddress, { at }: ColumnVector): Memory {
    return mem(base, bytes + NUMBER_BYTES[format] * at, offset);
  }
}
