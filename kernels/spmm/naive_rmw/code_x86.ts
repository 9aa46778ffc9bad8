/**
 * Machine code of aggregation with the sums in memory.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { mem } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { lowestLanes, wholeVectors } from "../../../hardware/cpu/x86/kernel/whole_vectors.ts";
import type { CsrShape } from "../plans/csr_plan_x86.ts";
import { emitRows } from "../plans/csr_rows_x86.ts";

/** Emits the kernel for a shape: each entry reads the row's whole sum and writes it back. */
export function emitNaiveRmw(isa: InstructionSet, shape: CsrShape): MachineCode {
  return emitRows(isa, shape, (kernel) => {
    const { a } = kernel, vectors = wholeVectors(shape.columns, kernel.lanes);
    const zeros = kernel.vector("zeros"), sums = kernel.vector("sum");
    const value = shape.weighted ? kernel.vector("value") : undefined;
    const entry = kernel.general("entry"), source = kernel.general("source row");
    a.vxorps(zeros, zeros, zeros);
    return (row) => {
      for (const { at, columns } of vectors) a.vmovups(mem(row.y, 4 * at), lowestLanes(zeros, columns));
      a.mov(entry, row.first);
      loop(kernel, { name: "entry", at: entry, end: row.last, step: 4 }, () => {
        row.source(source, entry, 0);
        if (value && row.value) a.vbroadcastss(value, row.value(entry, 0));
        for (const { at, columns } of vectors) {
          const sum = lowestLanes(sums, columns), operand = mem(row.x, 4 * at, source);
          a.vmovups(sum, mem(row.y, 4 * at));
          if (value) a.vfmadd231ps(sum, lowestLanes(value, columns), operand);
          else a.vaddps(sum, sum, operand);
          a.vmovups(mem(row.y, 4 * at), sum);
        }
      });
    };
  });
}
