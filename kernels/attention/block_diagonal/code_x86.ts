/**
 * Machine code of the block-diagonal matrix of the attention vectors, and of the gradient of the vectors.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { low, mem, times, xmm } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitKernel } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { clearMemory } from "../../../hardware/cpu/x86/kernel/memory_range.ts";
import { paddedStride } from "../../../hardware/dense.ts";
import type { HeadShape } from "../attention.ts";

/** Arguments: what is read, what is written, and the byte offset of each column's head in a row of B. */
export const DIAGONAL_LAYOUT = new ArgumentLayout({ x: "u64", y: "u64", headOf: "u64" });

/** Shapes that stand for all others in a kernel's source. */
export const DIAGONAL_SOURCE_SHAPES: readonly HeadShape[] = [[1, 7], [8, 8], [3, 5]].map((
  [heads, headWidth],
) => ({ heads, headWidth }));

/** Emits the kernel that writes B: a row has two numbers, one of each vector, and is 0 elsewhere. */
export function emitBlockDiagonal(isa: InstructionSet, { heads, headWidth }: HeadShape): MachineCode {
  const stride = 4 * paddedStride(2 * heads), vectorBytes = 4 * paddedStride(heads * headWidth);
  return emitKernel(isa, DIAGONAL_LAYOUT, (kernel) => {
    const { a, begin, end } = kernel, value = xmm(kernel.vector("value").n);
    const x = kernel.argument("x"), y = kernel.argument("y"), headOf = kernel.argument("headOf");
    const head = kernel.general("head"), next = kernel.general("next row");
    kernel.moveToBegin(y, stride);
    for (const array of [x, headOf]) a.lea(array, mem(array, 0, times(begin, 4)));
    const along = [[x, 4], [y, stride], [headOf, 4]] as const;
    loop(kernel, { name: "row", at: begin, end, step: 1, along }, () => {
      a.lea(next, mem(y, stride));
      clearMemory(kernel, y, next);
      a.mov(low(head), mem(headOf));
      for (const vector of [0, 1]) {
        a.vmovss(value, mem(x, vector * vectorBytes));
        a.vmovss(mem(y, 4 * heads * vector, head), value);
      }
    });
  });
}

/** Emits the kernel that writes the gradient of both vectors, column by column; padding columns become 0. */
export function emitBlockDiagonalGradient(isa: InstructionSet, { heads, headWidth }: HeadShape): MachineCode {
  const width = heads * headWidth,
    stride = 4 * paddedStride(2 * heads),
    vectorBytes = 4 * paddedStride(width);
  return emitKernel(isa, DIAGONAL_LAYOUT, (kernel) => {
    const { a, begin, end } = kernel,
      values = ["row's", "column's"].map((name) => xmm(kernel.vector(name).n));
    const x = kernel.argument("x"), y = kernel.argument("y"), headOf = kernel.argument("headOf");
    const head = kernel.general("head");
    kernel.moveToBegin(x, stride);
    for (const array of [y, headOf]) a.lea(array, mem(array, 0, times(begin, 4)));
    const along = [[x, stride], [y, 4], [headOf, 4]] as const;
    loop(kernel, { name: "column", at: begin, end, step: 1, along }, () => {
      const padding = a.label("padding");
      for (const value of values) a.vxorps(value, value, value);
      a.cmp(begin, width);
      a.jge(padding);
      a.mov(low(head), mem(headOf));
      values.forEach((value, vector) => a.vmovss(value, mem(x, 4 * heads * vector, head)));
      a.bind(padding);
      values.forEach((value, vector) => a.vmovss(mem(y, vector * vectorBytes), value));
    });
  });
}
