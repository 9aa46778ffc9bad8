/**
 * Mask of the columns that do not fill a vector, kept in a register while a kernel runs.
 *
 * @module
 */
import { low, masked, type MaskRegister, type Memory, type Vec } from "../assembler/operand.ts";
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
  /** AVX2: a vector whose lanes' upper bits select, and one that masked operands are loaded into. */
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
    } else {
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
    else a.vmaskmovps(to, this.#lanes!, from);
  }

  /** Stores columns; `streaming` past the caches, for which `to` is aligned to the vector. */
  store(to: Memory, from: Vec, { columns }: ColumnVector, streaming = false): void {
    const { a, lanes } = this.#kernel;
    if (columns === lanes) streaming ? a.vmovntps(to, from) : a.vmovups(to, from);
    else if (this.#mask) a.vmovups(masked(to, this.#mask), from);
    else a.vmaskmovps(to, this.#lanes!, from);
  }

  /** `sum += columns`, or `sum += factor * columns` in one rounding. */
  accumulate(sum: Vec, from: Memory, vector: ColumnVector, factor?: Vec): void {
    const { a, lanes } = this.#kernel;
    let operand: Memory | Vec = from, to = sum;
    if (vector.columns < lanes && this.#mask) to = masked(sum, this.#mask);
    else if (vector.columns < lanes) this.load(operand = this.#loaded!, from, vector);
    if (factor) a.vfmadd231ps(to, factor, operand);
    else a.vaddps(to, sum, operand);
  }
}
