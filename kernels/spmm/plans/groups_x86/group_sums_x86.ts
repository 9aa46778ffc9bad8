/**
 * Groups that add to the row they share, in machine code: the frame of kernels that differ in how they add.
 *
 * @module
 */
import type { MachineCode } from "../../../../hardware/cpu/x86/assembler/assembler.ts";
import type { Gpr } from "../../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import type { ArgumentLayout } from "../../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { columnVectors } from "../../../../hardware/cpu/x86/kernel/column_vectors.ts";
import type { KernelBuilder } from "../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { TailMask } from "../../../../hardware/cpu/x86/kernel/tail_mask.ts";
import { rowSplitTuning } from "../../row_split/code_x86.ts";
import { emitEntrySums } from "../entry_sums_x86.ts";
import { compareGroups, emitGroups, type GroupRange, type GroupTypes, loadRowOfY } from "./groups_x86.ts";
import { type AdditionShape, endOf, StackedColumns } from "./shared_additions_x86.ts";

/** Emits the addition of sums on the stack to the row at `y` that a group shares with others. */
export type AddSums = (group: GroupRange, y: Gpr, sums: StackedColumns) => void;

/**
 * Emits a kernel that sums groups. A group that is alone in its row stores its sums; others are added by what
 * `write` returns.
 */
export function emitGroupSums<Types extends GroupTypes>(
  isa: InstructionSet,
  layout: ArgumentLayout<Types>,
  shape: AdditionShape,
  write: (kernel: KernelBuilder<Types>) => AddSums,
): MachineCode {
  const { columns } = shape, { panel, ahead, unroll } = rowSplitTuning(isa, shape);
  return emitGroups(isa, layout, shape, (kernel) => {
    const { a } = kernel, add = write(kernel), y = kernel.general("row of Y");
    const all = columnVectors(columns, kernel.lanes, isa === "avx512" ? "mask" : "overlap");
    const tail = new TailMask(kernel, all);
    return (group) => {
      loadRowOfY(group, y, columns);
      for (let i = 0; i < all.length; i += panel) {
        // A column that lies in vectors of two passes is added by the first.
        const vectors = all.slice(i, i + panel), from = i === 0 ? 0 : endOf(all[i - 1]);
        const stacked = new StackedColumns(kernel, vectors, from);
        const isShared = a.label("shared"), done = a.label("added");
        emitEntrySums(kernel, group, { vectors, tail, ahead, unroll }, (sums) => {
          compareGroups(group.kernel, group.row, 1);
          a.jne(isShared);
          sums.store({ base: y });
          a.jmp(done);
          a.bind(isShared);
          stacked.reserve();
          sums.store(stacked.row);
        });
        // The registers of the sums are free again.
        add(group, y, stacked);
        stacked.release();
        a.bind(done);
      }
    };
  });
}
