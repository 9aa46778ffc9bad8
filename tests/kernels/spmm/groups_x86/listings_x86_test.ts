import assert from "node:assert/strict";
import type { InstructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import { emitNeighborGroup } from "../../../../kernels/spmm/neighbor_group/code_x86.ts";
import { emitPartialSums } from "../../../../kernels/spmm/neighbor_group/sum_x86.ts";
import { emitNeighborGroupCas } from "../../../../kernels/spmm/neighbor_group_cas/code_x86.ts";
import { emitNeighborGroupFixed, emitUnfix } from "../../../../kernels/spmm/neighbor_group_fixed/code_x86.ts";
import { emitLargestMagnitude } from "../../../../kernels/spmm/neighbor_group_fixed/largest_magnitude_x86.ts";
import { emitClearRows } from "../../../../kernels/spmm/plans/groups_x86/group_rows_x86.ts";
import { assertReadsBack, NO_OBJDUMP } from "../../../hardware/cpu/x86/assembler/objdump.ts";

/** Code of every phase of the kernels by groups. */
function everyPhase(isa: InstructionSet, width: number) {
  const columns = Math.ceil(width / 4) * 4, shape = { columns, width, weighted: true };
  return [
    emitNeighborGroup(isa, shape),
    emitPartialSums(isa, columns),
    emitClearRows(isa, columns),
    emitNeighborGroupCas(isa, shape),
    emitLargestMagnitude(isa, columns),
    emitNeighborGroupFixed(isa, shape),
    emitUnfix(isa, columns),
  ];
}

Deno.test({
  name: "objdump reads the code of kernels by groups as its listing has it, on each instruction set",
  ignore: NO_OBJDUMP !== undefined,
  fn: async () => {
    for (const isa of ["avx2", "avx512"] as const) {
      for (const width of [3, 20, 130]) {
        for (const [phase, code] of everyPhase(isa, width).entries()) {
          const what = `phase ${phase}, ${isa}, width ${width}`;
          assert.ok(await assertReadsBack(code, what) > 30, what);
        }
      }
    }
  },
});
