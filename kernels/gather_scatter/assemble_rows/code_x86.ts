/**
 * Machine code of the assembly of a batch.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { type Gpr, low, mem, times } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitKernel } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { rowCopy, type RowCopyShape } from "../row_copy/code_x86.ts";

/** Addresses of the matrices and of the places, numbers of rows; `resident`: cached and previous ones. */
export const ASSEMBLE_LAYOUT = new ArgumentLayout({
  cache: "u64",
  previous: "u64",
  y: "u64",
  place: "u64",
  cacheRows: "u64",
  resident: "u64",
  firstStaged: "u64",
  stagedRows: "u64",
});

/**
 * Emits the assembly; work items are the rows of Y before the first staged one. A staged row is fetched from
 * its place in Y, and that place gets its own source at once: no other item accesses either row. A place that
 * is not a row, which the host refuses, is skipped.
 */
export function emitAssembleRows(isa: InstructionSet, { columns }: RowCopyShape): MachineCode {
  return emitKernel(isa, ASSEMBLE_LAYOUT, (kernel) => {
    const { a, begin, end } = kernel, stride = 4 * columns, copy = rowCopy(kernel, columns);
    const cache = kernel.argument("cache"), previous = kernel.argument("previous");
    const y = kernel.argument("y"), place = kernel.argument("place");
    const from = kernel.general("row of the sources"), to = kernel.general("row of Y");
    const source = kernel.general("source"), target = kernel.general("target");
    const rowOfY = (address: Gpr, row: Gpr) => {
      a.imul(address, row, stride);
      a.add(address, y);
    };
    loop(kernel, { name: "row", at: begin, end, step: 1 }, () => {
      const [isResident, isCached, done] = ["resident", "cached", "done"].map((name) => a.label(name));
      a.mov(to, begin);
      a.mov(low(from), mem(place, 0, times(to, 4)));
      a.cmp(from, kernel.slot("resident"));
      a.jb(isResident);

      a.sub(from, kernel.slot("resident"));
      a.cmp(from, kernel.slot("stagedRows"));
      a.jae(done);
      a.add(from, kernel.slot("firstStaged"));
      rowOfY(source, from);
      rowOfY(target, to);
      copy(source, target);
      a.mov(to, from);
      a.mov(low(from), mem(place, 0, times(to, 4)));
      a.cmp(from, kernel.slot("resident"));
      a.jae(done);

      a.bind(isResident);
      rowOfY(target, to);
      a.mov(source, cache);
      a.cmp(from, kernel.slot("cacheRows"));
      a.jb(isCached);
      a.sub(from, kernel.slot("cacheRows"));
      a.mov(source, previous);
      a.bind(isCached);
      kernel.multiply(from, stride);
      a.add(source, from);
      copy(source, target);
      a.bind(done);
    });
  });
}
