/**
 * Mask of the columns that do not fill a vector, kept in a register while a kernel runs.
 *
 * @module
 */
import { low, masked, type MaskRegister, type Memory, type Vec, vec } from "../assembler/operand.ts";
import type { ColumnVector } from "./column_vectors.ts";
import type { KernelBuilder } from "./kernel_builder.ts";

/**
 * Access to a matrix by whole vectors and, where one is not full, by a mask: nothing beyond the columns is
 * touched.
 */
export class TailMask {
  readonly #kernel: KernelBuilder;
  /** AVX-512: a mask register. */
  readonly #mask: MaskRegister | undefined;
  /** AVX2, four columns: the lower half of a vector is one of its own, whose use clears the upper half. */
  readonly #half: boolean = false;
  /** AVX2, others: a vector whose lanes' upper bits select, and one that masked operands are loaded into. */
  readonly #lanes: Vec | undefined;
  readonly #loaded: Vec | undefined;

  /** Sets the mask that the vectors need, if one of them is not full; to be created before any loop. */
  constructor(kernel: KernelBuilder, vectors: readonly ColumnVector[]) {
    this.#kernel = kernel;
    const { a, lanes } = kernel;
    const tail = vectors.find(({ columns }) => columns < lanes);
    if (tail === undefined) return;
    if (kernel.isa === "avx512") {
      this.#mask = kernel.mask("tail");
      const bits = kernel.general("tail bits");
      a.mov(low(bits), 2 ** tail.columns - 1);
      a.kmovw(this.#mask, low(bits));
      kernel.release(bits);
    } else if (tail.columns === 4) this.#half = true;
    else {
      this.#lanes = kernel.vector("tail");
      this.#loaded = kernel.vector("tail operand");
      const selected = Array.from({ length: lanes }, (_, lane) => lane < tail.columns ? 0xffff_ffff : 0);
      a.vmovups(this.#lanes, a.words(...selected));
    }
  }

  /** Loads columns; lanes beyond them become 0. */
  load(to: Vec, from: Memory, { columns }: ColumnVector): void {
    const { a, lanes } = this.#kernel;
    if (columns === lanes) a.vmovups(to, from);
    else if (this.#mask) a.vmovups(masked(to, this.#mask, { zeroing: true }), from);
    else if (this.#half) a.vmovups(vec(128, to.n), from);
    else a.vmaskmovps(to, this.#lanes!, from);
  }

  /** Stores columns; `streaming` past the caches, for which `to` is aligned to the vector. */
  store(to: Memory, from: Vec, { columns }: ColumnVector, streaming = false): void {
    const { a, lanes } = this.#kernel;
    if (columns === lanes) streaming ? a.vmovntps(to, from) : a.vmovups(to, from);
    else if (this.#mask) a.vmovups(masked(to, this.#mask), from);
    else if (this.#half) a.vmovups(to, vec(128, from.n));
    else a.vmaskmovps(to, this.#lanes!, from);
  }

  /** `sum += columns`, or `sum += factor * columns` in one rounding. */
  accumulate(sum: Vec, from: Memory, vector: ColumnVector, factor?: Vec): void {
    const { a, lanes } = this.#kernel;
    let operand: Memory | Vec = from, to = sum, by = factor;
    if (vector.columns < lanes && this.#mask) to = masked(sum, this.#mask);
    else if (vector.columns < lanes && this.#half) {
      to = sum = vec(128, sum.n);
      if (factor) by = vec(128, factor.n);
    } else if (vector.columns < lanes) this.load(operand = this.#loaded!, from, vector);
    if (by) a.vfmadd231ps(to, by, operand);
    else a.vaddps(to, sum, operand);
  }
}
