/**
 * Machine code of row-split SpMM with scalar loads: one column after the other, in one scalar accumulator.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { mem, xmm } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { columnPasses } from "../plans/column_passes_x86.ts";
import type { CsrShape } from "../plans/csr_plan_x86.ts";
import { emitRows } from "../plans/csr_rows_x86.ts";

/**
 * Emits the kernel for a shape. Products are rounded before they are added, as by WebAssembly, which has no
 * fused multiply-add of scalars; the chain of additions bounds the time in either case.
 */
export function emitRowSplitScalar(isa: InstructionSet, shape: CsrShape): MachineCode {
  return emitRows(isa, shape, (kernel) => {
    const { a } = kernel;
    const sum = xmm(kernel.vector("sum").n), product = xmm(kernel.vector("product").n);
    return (row) =>
      columnPasses(row, shape.columns, [1], ({ x, y, entries }) => {
        a.vxorps(sum, sum, sum);
        entries((entry, ahead, source) => {
          if (row.value) {
            a.vmovss(product, row.value(entry, ahead));
            a.vmulss(product, product, mem(x, 0, source));
            a.vaddss(sum, sum, product);
          } else a.vaddss(sum, sum, mem(x, 0, source));
        });
        a.vmovss(mem(y), sum);
      });
  });
}
