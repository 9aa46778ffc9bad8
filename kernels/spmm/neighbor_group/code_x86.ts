/**
 * Machine code of SpMM by neighbour groups in two phases: groups that share a row write partial rows, which a
 * second phase adds up.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { type Gpr, low, mem, times } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { columnVectors } from "../../../hardware/cpu/x86/kernel/column_vectors.ts";
import type { KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { TailMask } from "../../../hardware/cpu/x86/kernel/tail_mask.ts";
import type { CsrShape } from "../plans/csr_plan_x86.ts";
import { emitEntrySums } from "../plans/entry_sums_x86.ts";
import { emitGroups, GROUP_TYPES, type GroupRange, loadRowOfY } from "../plans/groups_x86/groups_x86.ts";
import { rowSplitTuning } from "../row_split/code_x86.ts";

/**
 * Arguments of the first phase. `partials` is the address that the partial row of slot -1 would have: a row's
 * k-th further group has slot `slotPtr[row] + k - 1`.
 */
export const NEIGHBOR_GROUP_LAYOUT = new ArgumentLayout({ ...GROUP_TYPES, slotPtr: "u64", partials: "u64" });

type Types = typeof NEIGHBOR_GROUP_LAYOUT.types;

/** Loads the row that a group writes: its row of Y where it is the row's first, else a partial row. */
function loadOutput(
  kernel: KernelBuilder<Types>,
  to: Gpr,
  group: GroupRange,
  columns: number,
): void {
  const { a } = kernel,
    { index, row } = group,
    isFirst = a.label("first_group"),
    done = a.label("output_known");
  const pointer = kernel.argument("groupPtr"), number = kernel.general("number in the row");
  a.mov(low(to), mem(pointer, 0, times(row, 4)));
  a.mov(number, index);
  a.sub(number, to);
  kernel.release(pointer);
  a.je(isFirst);
  const slotPtr = kernel.argument("slotPtr");
  a.mov(low(to), mem(slotPtr, 0, times(row, 4)));
  a.add(to, number);
  kernel.release(slotPtr);
  kernel.multiply(to, 4 * columns);
  const partials = kernel.argument("partials");
  a.add(to, partials);
  kernel.release(partials, number);
  a.jmp(done);
  a.bind(isFirst);
  loadRowOfY(group, to, columns);
  a.bind(done);
}

/** Emits the first phase for a shape. */
export function emitNeighborGroup(isa: InstructionSet, shape: CsrShape): MachineCode {
  const { columns } = shape, { panel, ahead, unroll } = rowSplitTuning(isa, shape);
  return emitGroups(isa, NEIGHBOR_GROUP_LAYOUT, shape, (kernel) => {
    const all = columnVectors(columns, kernel.lanes, isa === "avx512" ? "mask" : "overlap");
    const tail = new TailMask(kernel, all), output = kernel.general("output");
    return (group) => {
      loadOutput(kernel, output, group, columns);
      for (let i = 0; i < all.length; i += panel) {
        const vectors = all.slice(i, i + panel);
        emitEntrySums(kernel, group, { vectors, tail, ahead, unroll }, (sums) => {
          sums.store({ base: output });
        });
      }
    };
  });
}
