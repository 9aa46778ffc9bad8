/**
 * Mask of the columns that do not fill a vector, kept in a register while a kernel runs.
 *
 * @module
 */
import { low, masked, type MaskRegister, type Memory, type Vec, vec } from "../assembler/operand.ts";
import type { NumberFormat } from "../../../number_format.ts";
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

  /**
   * `sum += columns`, or `sum += factor * columns` in one rounding. Columns of another format than float32
   * are converted in another register, which is free again afterwards.
   */
  accumulate(
    sum: Vec,
    from: Memory,
    vector: ColumnVector,
    factor?: Vec,
    format: NumberFormat = "f32",
  ): void {
    const { a, lanes } = this.#kernel;
    if (format === "bf16") return this.#accumulateBf16(sum, from, vector, factor);
    let operand: Memory | Vec = from, to = sum, by = factor;
    if (vector.columns < lanes && this.#mask) to = masked(sum, this.#mask);
    else if (vector.columns < lanes && this.#half) {
      to = sum = vec(128, sum.n);
      if (factor) by = vec(128, factor.n);
    } else if (vector.columns < lanes) this.load(operand = this.#loaded!, from, vector);
    if (by) a.vfmadd231ps(to, by, operand);
    else a.vaddps(to, sum, operand);
  }
  /** Lanes beyond the columns get 0, or what 0 times the factor is: nothing stores them. */
  #accumulateBf16(sum: Vec, from: Memory, { columns }: ColumnVector, factor?: Vec): void {
    const { a, lanes, bits } = this.#kernel, register = this.#kernel.vector("widened");
    const size = this.#half && columns < lanes ? 128 : bits;
    const [widened, to] = [vec(size, register.n), vec(size, sum.n)];
    const some = columns < lanes && this.#mask;
    if (columns < lanes && this.#lanes) {
      throw new RangeError(`Cannot load ${columns} columns of bf16 in AVX2`);
    }
    // A bf16 is the upper half of a float32.
    a.vpmovzxwd(some ? masked(widened, some, { zeroing: true }) : widened, from);
    a.vpslld(widened, widened, 16);
    if (factor) a.vfmadd231ps(to, widened, vec(size, factor.n));
    else a.vaddps(to, to, widened);
    this.#kernel.release(register);
  }
}
