/**
 * Rows in machine code, with the number of their neighbour groups: the frame of the phases before and behind
 * the groups.
 *
 * @module
 */
import type { MachineCode } from "../../../../hardware/cpu/x86/assembler/assembler.ts";
import { type Gpr, mem } from "../../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { type ColumnVector, columnVectors } from "../../../../hardware/cpu/x86/kernel/column_vectors.ts";
import { emitKernel, type KernelBuilder } from "../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../../hardware/cpu/x86/kernel/loop.ts";
import { TailMask } from "../../../../hardware/cpu/x86/kernel/tail_mask.ts";
import { compareGroups } from "./groups_x86.ts";

/** Arguments of every kernel whose items are rows of groups: the first item's row, and addresses. */
export const GROUP_ROW_TYPES = { firstRow: "u64", groupPtr: "u64", y: "u64" } as const;

/** Types of {@linkcode GROUP_ROW_TYPES}. */
export type GroupRowTypes = typeof GROUP_ROW_TYPES;

/** Registers of a kernel over rows of groups, while it works on one. */
export interface GroupRow {
  /** Number of the row. */
  readonly row: Gpr;
  /** Address of the row of Y. */
  readonly y: Gpr;
  /** Vectors of the columns, the last of which may need the mask. */
  readonly vectors: readonly ColumnVector[];
  /** Mask of the last vector. */
  readonly tail: TailMask;
}

/** Emits a kernel that calls `write` for the code of one row of `columns` floats. */
export function emitGroupRows<Types extends GroupRowTypes>(
  isa: InstructionSet,
  layout: ArgumentLayout<Types>,
  columns: number,
  write: (kernel: KernelBuilder<Types>, row: GroupRow) => void,
): MachineCode {
  return emitKernel(isa, layout, (builder) => {
    // A kernel with more arguments has these, too; TypeScript cannot tell for types that are parameters.
    const kernel = builder as unknown as KernelBuilder<GroupRowTypes>;
    const { a, begin, end, lanes } = kernel;
    const firstRow = kernel.argument("firstRow");
    a.add(begin, firstRow);
    a.add(end, firstRow);
    kernel.release(firstRow);
    const y = kernel.argument("y");
    kernel.moveToBegin(y, 4 * columns);
    const vectors = columnVectors(columns, lanes, "mask");
    const row: GroupRow = { row: begin, y, vectors, tail: new TailMask(kernel, vectors) };
    loop(kernel, { name: "row", at: begin, end, step: 1, along: [[y, 4 * columns]] }, () => {
      write(builder, row);
    });
  });
}

/** Emits zeros for a row of Y. */
export function zeroRow(kernel: KernelBuilder, { y, vectors, tail }: GroupRow): void {
  const zero = kernel.vector("zero");
  kernel.a.vxorps(zero, zero, zero);
  for (const vector of vectors) tail.store(mem(y, 4 * vector.at), zero, vector);
  kernel.release(zero);
}

/** Layout of {@linkcode emitClearRows}. */
export const CLEAR_LAYOUT = new ArgumentLayout(GROUP_ROW_TYPES);

/**
 * Emits zeros for rows without groups, which no group writes, and for rows of several groups, which add to
 * each other.
 */
export function emitClearRows(isa: InstructionSet, columns: number): MachineCode {
  return emitGroupRows(isa, CLEAR_LAYOUT, columns, (kernel, row) => {
    const { a } = kernel, written = a.label("written");
    compareGroups(kernel, row.row, 1);
    a.je(written);
    zeroRow(kernel, row);
    a.bind(written);
  });
}
