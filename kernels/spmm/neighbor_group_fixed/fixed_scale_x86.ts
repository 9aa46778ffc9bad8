/**
 * Scales of fixed-point sums in machine code: as `fixedScale` of `assembly.ts`.
 *
 * @module
 */
import type { Memory, Vec } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";

/** Bits of the largest finite float. */
const LARGEST_FINITE = 0x7f7f_ffff;
/** Bits of the fraction of a float, and the bias of its exponent. */
const FRACTION_BITS = 23, BIAS = 127;
/** Exponent of the largest sum in quanta. The power of two above |x| has the exponent of |x| plus 1. */
const SUM_EXPONENT = 30, ABOVE_X_BIAS = BIAS - 1;
/** Largest exponent of a scale whose inverse is no denormal. */
const LARGEST_EXPONENT = 126;
const SIGN_BIT = 31;

/** Scales of the sums of one row: powers of two that bring them to 31 bits, one for each column. */
export class FixedScale implements Disposable {
  readonly #kernel: KernelBuilder;
  /** Biased exponent of the scale, but for the exponent of the largest |x|. */
  readonly #exponent: Vec;

  /** Emits what the scales of a row have in common; `bound` is the exponent bound of its sums. */
  constructor(kernel: KernelBuilder, bound: Memory) {
    this.#kernel = kernel;
    const { a } = kernel, exponent = kernel.vector("exponent of the row"), row = kernel.vector("row bound");
    a.vpbroadcastd(row, bound);
    a.vpbroadcastd(exponent, a.words(SUM_EXPONENT + ABOVE_X_BIAS + BIAS));
    a.vpsubd(exponent, exponent, row);
    kernel.release(row);
    this.#exponent = exponent;
  }

  /**
   * Emits the scales of some columns: `column` holds the bits of their largest |x| first, and their scales
   * afterwards. NaN where that is not finite, or where sums could exceed float32.
   */
  of(column: Vec): void {
    const { a, lanes } = this.#kernel;
    const all = (word: number) => a.words(...Array<number>(lanes).fill(word));
    // The sign bit of either says that there is no scale.
    const infinite = this.#kernel.vector("infinite"), small = this.#kernel.vector("small");
    a.vpbroadcastd(infinite, a.words(LARGEST_FINITE));
    a.vpsubd(infinite, infinite, column);
    a.vpsrld(column, column, FRACTION_BITS);
    a.vpsubd(column, this.#exponent, column);
    a.vpminsd(column, column, all(LARGEST_EXPONENT + BIAS));
    a.vpsubd(small, column, all(1));
    a.vorps(infinite, infinite, small);
    a.vpsrad(infinite, infinite, SIGN_BIT);
    a.vpslld(column, column, FRACTION_BITS);
    a.vorps(column, column, infinite);
    this.#kernel.release(small, infinite);
  }

  /** Gives the registers back. */
  [Symbol.dispose](): void {
    this.#kernel.release(this.#exponent);
  }
}
