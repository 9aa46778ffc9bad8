/**
 * Heads of an entry or a vertex as vectors.
 *
 * @module
 */
import { comparison } from "../../../hardware/cpu/x86/assembler/comparison.ts";
import { masked, type Memory, type Vec } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { TailMask } from "../../../hardware/cpu/x86/kernel/tail_mask.ts";
import { lowestLanes, wholeVectors } from "../../../hardware/cpu/x86/kernel/whole_vectors.ts";
import { paddedStride } from "../../../hardware/dense.ts";

/** A vector of heads. */
export interface HeadVector {
  /** First head. */
  readonly at: number;
  /** Lanes: 4, 8 or 16. */
  readonly lanes: number;
  /** Lanes that have a head; the others belong to the padding of a row with a number for each head. */
  readonly heads: number;
}

/**
 * Vectors that cover the heads, and their padding in rows with one number a head. Rows of scores, two numbers
 * a head, have the second half where the padding of the first would be; there only the heads are touched.
 */
export class HeadVectors {
  /** Vectors, from head 0 on. */
  readonly all: readonly HeadVector[];
  readonly #a: KernelBuilder["a"];
  readonly #tail: TailMask;

  /** Sets the mask that the last vector needs; to be created before any loop. */
  constructor(kernel: KernelBuilder, heads: number) {
    this.#a = kernel.a;
    this.all = wholeVectors(paddedStride(heads), kernel.lanes).map(({ at, columns }) => ({
      at,
      lanes: columns,
      heads: Math.min(columns, heads - at),
    }));
    const { at, lanes, heads: present } = this.all.at(-1)!;
    this.#tail = new TailMask(kernel, present < lanes ? [{ at, columns: present }] : []);
  }

  /** Loads the numbers of a vector's heads; other lanes become 0. */
  load(to: Vec, from: Memory, { at, lanes, heads }: HeadVector): void {
    if (heads === lanes) this.#a.vmovups(lowestLanes(to, lanes), from);
    else this.#tail.load(to, from, { at, columns: heads });
  }

  /** Stores the numbers of a vector's heads. */
  store(to: Memory, from: Vec, { at, lanes, heads }: HeadVector): void {
    if (heads === lanes) this.#a.vmovups(to, lowestLanes(from, lanes));
    else this.#tail.store(to, from, { at, columns: heads });
  }
}

/** Selects `left` where a sum is positive, else `right`, into the register of `right`. */
export function selectBySign(kernel: KernelBuilder, sum: Vec, left: Vec, right: Vec): void {
  const { a, isa } = kernel, zero = lowestLanes(kernel.vector("zero"), sum.bits / 32);
  a.vxorps(zero, zero, zero);
  if (isa === "avx512") {
    const positive = kernel.mask("positive");
    a.vcmpps(positive, sum, zero, comparison("gt_oq"));
    a.vmovups(masked(right, positive), left);
    kernel.release(positive);
  } else {
    a.vcmpps(zero, sum, zero, comparison("gt_oq"));
    a.vblendvps(right, right, left, zero);
  }
  kernel.release(zero);
}
