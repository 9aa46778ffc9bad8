/**
 * Machine code of aggregation with the sum of one vector of columns in a register.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { mem } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { laneCounts, lowestLanes } from "../../../hardware/cpu/x86/kernel/whole_vectors.ts";
import { columnPasses } from "../plans/column_passes_x86.ts";
import type { CsrShape } from "../plans/csr_plan_x86.ts";
import { emitRows } from "../plans/csr_rows_x86.ts";

/** Emits the kernel for a shape: each vector of columns reads the row's entries anew. */
export function emitNaiveRegister(isa: InstructionSet, shape: CsrShape): MachineCode {
  return emitRows(isa, shape, (kernel) => {
    const { a } = kernel, sums = kernel.vector("sum"), values = kernel.vector("value");
    return (row) =>
      columnPasses(row, shape.columns, laneCounts(kernel.lanes), ({ columns, x, y, entries }) => {
        const sum = lowestLanes(sums, columns), value = lowestLanes(values, columns);
        a.vxorps(sum, sum, sum);
        entries((entry, ahead, source) => {
          if (row.value) {
            a.vbroadcastss(value, row.value(entry, ahead));
            a.vfmadd231ps(sum, value, mem(x, 0, source));
          } else a.vaddps(sum, sum, mem(x, 0, source));
        });
        a.vmovups(mem(y), sum);
      });
  });
}
