import assert from "node:assert/strict";
import type { GuardedSide } from "../../../hardware/cpu/x86/guarded_region.ts";
import type { ArgumentTypes } from "../../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { instructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import type { InstructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import {
  emitNeighborGroup,
  NEIGHBOR_GROUP_LAYOUT,
} from "../../../../kernels/spmm/neighbor_group/code_x86.ts";
import { emitPartialSums, PARTIAL_SUM_LAYOUT } from "../../../../kernels/spmm/neighbor_group/sum_x86.ts";
import { partialSlots } from "../../../../kernels/spmm/neighbor_group/waves.ts";
import { CAS_LAYOUT, emitNeighborGroupCas } from "../../../../kernels/spmm/neighbor_group_cas/code_x86.ts";
import { CLEAR_LAYOUT, emitClearRows } from "../../../../kernels/spmm/plans/groups_x86/group_rows_x86.ts";
import {
  emitNeighborGroupFixed,
  emitUnfix,
  FIXED_LAYOUT,
  LARGEST_PADDING,
  UNFIX_LAYOUT,
} from "../../../../kernels/spmm/neighbor_group_fixed/code_x86.ts";
import {
  emitLargestMagnitude,
  MAGNITUDE_LAYOUT,
} from "../../../../kernels/spmm/neighbor_group_fixed/largest_magnitude_x86.ts";
import { rowBounds } from "../../../../kernels/spmm/neighbor_group_fixed/row_bounds.ts";
import type { SpmmProblem } from "../../../../kernels/spmm/spmm.ts";
import { NO_MACHINE_CODE } from "../../../hardware/cpu/x86/machine_code.ts";
import { GuardedGroups } from "./guarded_groups_x86.ts";
import { randomProblem } from "../spmm_problem.ts";

/** Runs a kernel on operands of many widths and group sizes, at both sides of inaccessible pages. */
function testGuarded(
  name: string,
  run: (isa: InstructionSet, operands: GuardedGroups, problem: SpmmProblem) => void,
) {
  const criterion = `${name} touches nothing outside its operands`;
  Deno.test(criterion, { ignore: NO_MACHINE_CODE !== undefined }, () => {
    const { isa } = instructionSet();
    assert.ok(isa !== "none");
    for (const width of [1, 4, 5, 8, 9, 12, 20, 60, 64, 72, 100, 130, 300, 450]) {
      for (const weighted of [true, false]) {
        for (const [side, groupSize] of [["end", 1], ["end", 8], ["start", 8]] as [GuardedSide, number][]) {
          const entries = (row: number) => row % 5 === 2 ? 0 : row * 2;
          const problem = randomProblem({ rows: 23, cols: 50, width, weighted, entries, seed: width });
          // The last row of X is read, so that reads beyond it would be seen.
          problem.matrix.colIdx[problem.matrix.colIdx.length - 1] = 49;
          using operands = new GuardedGroups(problem, groupSize, side);
          run(isa, operands, problem);
          operands.assertRight();
        }
      }
    }
  });
}

testGuarded("neighbor-group@x86", (isa, operands, { matrix }) => {
  const { columns, groups } = operands, slotPtr = partialSlots(groups), slots = slotPtr[matrix.rows];
  operands.add("slotPtr", slotPtr);
  operands.add("partials", new Float32Array(slots * columns).fill(NaN));
  const sums = {
    layout: NEIGHBOR_GROUP_LAYOUT,
    code: emitNeighborGroup(isa, { columns, weighted: matrix.values !== undefined }),
  };
  const additions = { layout: PARTIAL_SUM_LAYOUT, code: emitPartialSums(isa, columns) };
  operands.call(sums, groups.count, { partials: operands.address("partials") - BigInt(4 * columns) });
  operands.call(additions, matrix.rows, { firstSlot: 0, lastSlot: slots });
});

testGuarded("neighbor-group-cas@x86", (isa, operands, { matrix, width }) => {
  const { columns, count } = operands, shape = { columns, width, weighted: matrix.values !== undefined };
  operands.call({ layout: CLEAR_LAYOUT, code: emitClearRows(isa, columns) }, matrix.rows);
  operands.call({ layout: CAS_LAYOUT, code: emitNeighborGroupCas(isa, shape) }, count);
});

testGuarded("neighbor-group-fixed@x86", (isa, operands, { matrix, width }) => {
  const { columns, count, groups } = operands;
  const shape = { columns, width, weighted: matrix.values !== undefined };
  operands.add("bounds", rowBounds(matrix, groups));
  operands.add("largest", new Uint32Array(columns + LARGEST_PADDING / 4));
  const phases = [
    [{ layout: MAGNITUDE_LAYOUT, code: emitLargestMagnitude(isa, columns) }, matrix.cols],
    [{ layout: CLEAR_LAYOUT, code: emitClearRows(isa, columns) }, matrix.rows],
    [{ layout: FIXED_LAYOUT, code: emitNeighborGroupFixed(isa, shape) }, count],
    [{ layout: UNFIX_LAYOUT, code: emitUnfix(isa, columns) }, matrix.rows],
  ] as const;
  for (const [phase, items] of phases) operands.call<ArgumentTypes>(phase, items);
});
