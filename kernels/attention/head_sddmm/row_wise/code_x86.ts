/**
 * Machine code of the sampled dense-dense product for each head: an entry's heads go side by side.
 *
 * @module
 */
import type { MachineCode } from "../../../../hardware/cpu/x86/assembler/assembler.ts";
import { type Gpr, low, mem, times, type Vec } from "../../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { columnVectors } from "../../../../hardware/cpu/x86/kernel/column_vectors.ts";
import { emitKernel, type KernelBuilder } from "../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../../hardware/cpu/x86/kernel/loop.ts";
import { sumLanes } from "../../../../hardware/cpu/x86/kernel/sum_lanes.ts";
import { TailMask } from "../../../../hardware/cpu/x86/kernel/tail_mask.ts";
import { paddedStride } from "../../../../hardware/dense.ts";
import { eachRow } from "../../../spmm/plans/csr_rows_x86.ts";
import { rowSplitTuning } from "../../../spmm/row_split/code_x86.ts";
import type { HeadShape } from "../../attention.ts";

/** Arguments: addresses of the operands. */
export const SDDMM_LAYOUT = new ArgumentLayout({
  rowPtr: "u64",
  sources: "u64",
  a: "u64",
  b: "u64",
  y: "u64",
});

/** Heads whose products are summed together. */
const GROUP = 8;
/** Sums of one head that do not wait for each other, where an entry has a single head. */
const CHAINS = 4;
const LINE_BYTES = 64;

/** Emits the kernel for a shape. */
export function emitHeadSddmm(isa: InstructionSet, { heads, headWidth }: HeadShape): MachineCode {
  const columns = paddedStride(heads * headWidth), rowBytes = 4 * columns;
  const resultBytes = 4 * paddedStride(heads), { ahead } = rowSplitTuning(isa, { columns });
  return emitKernel(isa, SDDMM_LAYOUT, (kernel) => {
    const { a } = kernel, dots = new HeadDots(kernel, { heads, headWidth });
    const rowPtr = kernel.argument("rowPtr"), sources = kernel.argument("sources");
    const left = kernel.argument("a"), right = kernel.argument("b"), out = kernel.argument("y");
    const entry = kernel.general("entry"), source = kernel.general("source row");
    a.mov(low(entry), mem(rowPtr, 0, times(kernel.begin, 4)));
    kernel.multiply(entry, resultBytes);
    a.add(out, entry);
    kernel.moveToBegin(left, rowBytes);
    eachRow(kernel, { rowPtr, entries: sources, along: [[left, rowBytes]] }, (first, last) => {
      a.mov(entry, first);
      loop(kernel, { name: "entry", at: entry, end: last, step: 4, along: [[out, resultBytes]] }, () => {
        a.mov(low(source), mem(entry, 4 * ahead));
        for (let byte = 0; byte < rowBytes; byte += LINE_BYTES) a.prefetcht0(mem(right, byte, source));
        a.mov(low(source), mem(entry));
        a.add(source, right);
        for (let head = 0; head < heads; head += GROUP) {
          a.vmovups(mem(out, 4 * head), dots.emit(left, source, head));
        }
      });
    });
  });
}

/** Products of the heads of two rows. */
class HeadDots {
  readonly #kernel: KernelBuilder;
  readonly #shape: HeadShape;
  readonly #sums: readonly Vec[];
  readonly #factors: readonly [Vec, Vec];
  readonly #zero: Vec;
  readonly #tail: TailMask;

  constructor(kernel: KernelBuilder, shape: HeadShape) {
    this.#kernel = kernel;
    this.#shape = shape;
    // The sums come first, since they have to be among the first sixteen registers.
    this.#sums = Array.from({ length: GROUP }, (_, i) => kernel.vector(`sum ${i}`));
    this.#factors = [kernel.vector("left factor"), kernel.vector("right factor")];
    this.#zero = kernel.vector("zero");
    this.#tail = new TailMask(kernel, columnVectors(shape.headWidth, kernel.lanes, "mask"));
    kernel.a.vxorps(this.#zero, this.#zero, this.#zero);
  }

  /** Emits the products of up to eight heads from `head` on, and returns their sums. */
  emit(left: Gpr, right: Gpr, head: number): Vec {
    const { heads, headWidth } = this.#shape, { a } = this.#kernel, count = Math.min(GROUP, heads - head);
    const vectors = columnVectors(headWidth, this.#kernel.lanes, "mask");
    const chains = Math.min(vectors.length, Math.floor(CHAINS / Math.min(count, CHAINS)));
    const [leftFactor, rightFactor] = this.#factors;
    for (let i = 0; i < count; i++) {
      vectors.forEach((vector, v) => {
        const sum = this.#sums[i + count * (v % chains)], byte = 4 * ((head + i) * headWidth + vector.at);
        this.#tail.load(leftFactor, mem(left, byte), vector);
        this.#tail.load(rightFactor, mem(right, byte), vector);
        if (v < chains) a.vmulps(sum, leftFactor, rightFactor);
        else a.vfmadd231ps(sum, leftFactor, rightFactor);
      });
    }
    for (let chain = 1; chain < chains; chain++) {
      for (let i = 0; i < count; i++) a.vaddps(this.#sums[i], this.#sums[i], this.#sums[i + count * chain]);
    }
    return sumLanes(this.#kernel, this.#sums.slice(0, count), this.#zero);
  }
}
