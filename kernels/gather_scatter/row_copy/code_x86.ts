/**
 * Machine code of gathers and scatters of rows.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { type Gpr, low, mem } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitEntryRows, type EntryRows } from "../../../hardware/cpu/x86/kernel/entry_rows.ts";
import { once } from "../../../hardware/cpu/x86/kernel/evaluation.ts";
import { constant } from "../../../hardware/cpu/x86/kernel/formula.ts";
import { emitKernel, type KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { Panel } from "../../../hardware/cpu/x86/kernel/panel.ts";
import { alongColumns, tailOf } from "../../../hardware/cpu/x86/kernel/row_columns.ts";

/** Addresses of the matrix that indices point into, of the one with a row per index, of the indices. */
export const ROW_COPY_LAYOUT = new ArgumentLayout({
  whole: "u64",
  part: "u64",
  index: "u64",
  lastRow: "u64",
});

/** Address of Y, and its groups of vectors that are whole. */
export const CLEAR_LAYOUT = new ArgumentLayout({ y: "u64", wholeRows: "u64" });

/** Shape that code is emitted for. */
export interface RowCopyShape {
  /** Columns of a row, padding included: a multiple of 4. */
  readonly columns: number;
}

/** Vectors that are loaded before the first of them is stored. */
const COPIED_VECTORS = 4;

/** Prepares copies of rows; the function that it returns emits one, and both addresses advance by a row. */
export function rowCopy(kernel: KernelBuilder, columns: number): (from: Gpr, to: Gpr) => void {
  const tail = tailOf(kernel, columns);
  return (from, to) => {
    const shape = { name: "copy", columns, rows: [from, to], vectors: COPIED_VECTORS };
    alongColumns(kernel, shape, (vectors) => {
      using panel = new Panel(kernel, vectors, tail);
      panel.load({ base: from });
      panel.store({ base: to });
    });
  };
}

/** Emits a gather, to `part`, or a scatter, to `whole`; work items are rows of `part`. */
function emitIndexed(isa: InstructionSet, { columns }: RowCopyShape, isGather: boolean): MachineCode {
  return emitKernel(isa, ROW_COPY_LAYOUT, (kernel) => {
    const { a, begin, end } = kernel, stride = 4 * columns, copy = rowCopy(kernel, columns);
    const whole = kernel.argument("whole"), part = kernel.argument("part");
    const index = kernel.argument("index"), last = kernel.argument("lastRow");
    const row = kernel.general("indexed row");
    kernel.moveToBegin(part, stride);
    kernel.moveToBegin(index, 4);
    loop(kernel, { name: "row", at: begin, end, step: 1, along: [[index, 4]] }, () => {
      a.mov(low(row), mem(index));
      // An invalid index, which the host refuses, counts as the last row.
      a.cmp(row, last);
      a.cmova(row, last);
      kernel.multiply(row, stride);
      a.add(row, whole);
      if (isGather) copy(row, part);
      else copy(part, row);
    });
  });
}

/** Emits `Y[i, :] = X[index[i], :]`. */
export function emitGatherRows(isa: InstructionSet, shape: RowCopyShape): MachineCode {
  return emitIndexed(isa, shape, true);
}

/** Emits `Y[index[i], :] = X[i, :]`. */
export function emitScatterRows(isa: InstructionSet, shape: RowCopyShape): MachineCode {
  return emitIndexed(isa, shape, false);
}

/** Emits `Y = 0`. */
export function emitClear(isa: InstructionSet, rows: EntryRows): MachineCode {
  return emitEntryRows(isa, CLEAR_LAYOUT, { ...rows, matrices: ["y"] }, (kernel) => {
    const zero = once(kernel, "zero", constant(0));
    return (group) => group.map(() => ({ y: zero }));
  });
}
