/**
 * Machine code of SpMM with weights for each head by a scalar loop: each column looks its weight up, and its
 * sum is kept in the result.
 *
 * @module
 */
import type { MachineCode } from "../../../../hardware/cpu/x86/assembler/assembler.ts";
import { low, mem, xmm } from "../../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitKernel } from "../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../../hardware/cpu/x86/kernel/loop.ts";
import { clearMemory } from "../../../../hardware/cpu/x86/kernel/memory_range.ts";
import { paddedStride } from "../../../../hardware/dense.ts";
import { rowLoop } from "../../../spmm/plans/csr_rows_x86.ts";
import { entryWeights, HEAD_LAYOUT, type HeadSpmmShape } from "../entry_weights_x86.ts";

/** Arguments: those of all kernels of head-spmm, and the byte offset of each column's weight. */
export const SCALAR_LAYOUT = new ArgumentLayout({ ...HEAD_LAYOUT.types, headOf: "u64" });

/** Emits the kernel for a shape. Products are rounded before they are added, as by WebAssembly. */
export function emitHeadSpmmScalar(isa: InstructionSet, shape: HeadSpmmShape): MachineCode {
  const width = shape.heads * shape.headWidth, columns = paddedStride(width);
  return emitKernel(isa, SCALAR_LAYOUT, (kernel) => {
    const { a } = kernel, weights = entryWeights(kernel, shape);
    const sum = xmm(kernel.vector("sum").n), product = xmm(kernel.vector("product").n);
    const headOf = kernel.argument("headOf");
    rowLoop(kernel, { columns, weighted: false }, ({ x, y, first: entry, last, source }) => {
      weights.begin();
      kernel.onStack([kernel.begin, kernel.end], () => {
        const to = kernel.general("end of the row of Y");
        a.lea(to, mem(y, 4 * columns));
        clearMemory(kernel, y, to);
        kernel.release(to);
        const from = kernel.general("source row"), column = kernel.general("column");
        const head = kernel.general("head"), end = kernel.general("end of the columns");
        loop(kernel, { name: "entry", at: entry, end: last, step: 4, along: weights.along }, () => {
          source(from, entry, 0);
          a.add(from, x);
          const { base } = weights.of(entry, 0);
          a.xor(low(column), low(column));
          a.mov(low(end), 4 * width);
          loop(kernel, { name: "column", at: column, end, step: 4 }, () => {
            a.mov(low(head), mem(headOf, 0, column));
            a.vmovss(product, mem(from, 0, column));
            a.vmulss(product, product, mem(base, 0, head));
            a.vmovss(sum, mem(y, 0, column));
            a.vaddss(sum, sum, product);
            a.vmovss(mem(y, 0, column), sum);
          });
        });
        kernel.release(end, head, column, from);
      });
      weights.end();
    });
  });
}
