/**
 * Machine code of the second phase of SpMM by neighbour groups: a row's partial rows are added to it.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { type Gpr, low, mem, times } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import type { KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { Panel } from "../../../hardware/cpu/x86/kernel/panel.ts";
import { compareGroups } from "../plans/groups_x86/groups_x86.ts";
import { emitGroupRows, GROUP_ROW_TYPES, zeroRow } from "../plans/groups_x86/group_rows_x86.ts";

/**
 * Arguments of the second phase: it adds the slots from `firstSlot` to `lastSlot` that belong to a row;
 * `partials` is the address that the partial row of slot 0 would have.
 */
export const PARTIAL_SUM_LAYOUT = new ArgumentLayout({
  ...GROUP_ROW_TYPES,
  slotPtr: "u64",
  firstSlot: "u64",
  lastSlot: "u64",
  partials: "u64",
});

type Types = typeof PARTIAL_SUM_LAYOUT.types;

/** Vectors of columns that are summed together. */
const PANEL = 8;

/** Loads the addresses of the first of a row's partial rows, and of the one behind the last. */
function loadPartials(
  kernel: KernelBuilder<Types>,
  { first, last }: { readonly first: Gpr; readonly last: Gpr },
  row: Gpr,
  columns: number,
): void {
  const { a } = kernel, slotPtr = kernel.argument("slotPtr");
  a.mov(low(first), mem(slotPtr, 0, times(row, 4)));
  a.mov(low(last), mem(slotPtr, 4, times(row, 4)));
  kernel.release(slotPtr);
  const firstSlot = kernel.argument("firstSlot"), lastSlot = kernel.argument("lastSlot");
  a.cmp(first, firstSlot);
  a.cmovb(first, firstSlot);
  a.cmp(last, lastSlot);
  a.cmova(last, lastSlot);
  kernel.release(lastSlot, firstSlot);
  const partials = kernel.argument("partials");
  for (const slot of [first, last]) {
    kernel.multiply(slot, 4 * columns);
    a.add(slot, partials);
  }
  kernel.release(partials);
}

/** Emits the second phase for a shape; rows without groups become zeros. */
export function emitPartialSums(isa: InstructionSet, columns: number): MachineCode {
  return emitGroupRows(isa, PARTIAL_SUM_LAYOUT, columns, (kernel, row) => {
    const { a } = kernel,
      { vectors, tail, y } = row,
      isWritten = a.label("written"),
      done = a.label("summed");
    compareGroups(kernel, row.row, 0);
    a.jne(isWritten);
    zeroRow(kernel, row);
    a.bind(isWritten);
    const first = kernel.general("first partial row"), last = kernel.general("last partial row");
    const partial = kernel.general("partial row");
    loadPartials(kernel, { first, last }, row.row, columns);
    // Most rows have one group: nothing is added to them.
    a.cmp(first, last);
    a.jge(done);
    for (let i = 0; i < vectors.length; i += PANEL) {
      using sums = new Panel(kernel, vectors.slice(i, i + PANEL), tail);
      sums.load({ base: y });
      a.mov(partial, first);
      loop(kernel, { name: "partial", at: partial, end: last, step: 4 * columns }, () => {
        sums.accumulate(0, { base: partial });
      });
      sums.store({ base: y });
    }
    a.bind(done);
    kernel.release(partial, last, first);
  });
}
