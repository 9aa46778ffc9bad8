/**
 * Neighbour groups in machine code: the frame that kernels share whose items are groups.
 *
 * @module
 */
import type { MachineCode } from "../../../../hardware/cpu/x86/assembler/assembler.ts";
import { type Gpr, low, mem, type Memory, times } from "../../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import type { ArgumentLayout } from "../../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitKernel, type KernelBuilder } from "../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../../hardware/cpu/x86/kernel/loop.ts";
import type { CsrShape } from "../csr_plan_x86.ts";
import type { EntryRange } from "../entry_sums_x86.ts";

/** Arguments of every kernel whose items are groups: the first item's group, and addresses. */
export const GROUP_TYPES = {
  firstGroup: "u64",
  start: "u64",
  rowOf: "u64",
  groupPtr: "u64",
  sources: "u64",
  values: "u64",
  x: "u64",
  y: "u64",
} as const;

/** Types of {@linkcode GROUP_TYPES}. */
export type GroupTypes = typeof GROUP_TYPES;

/** Registers of a kernel over groups, while it works on one. */
export interface GroupRange extends EntryRange {
  /** Kernel that is being written, with the arguments that every kernel over groups has. */
  readonly kernel: KernelBuilder<GroupTypes>;
  /** Number of the group. */
  readonly index: Gpr;
  /** Row of the group. */
  readonly row: Gpr;
}

/**
 * Emits a kernel that calls `write` for the code of one group. While that code runs, `rax`, which held the
 * first item, is free and the first register to be taken: compare-exchange needs it.
 */
export function emitGroups<Types extends GroupTypes>(
  isa: InstructionSet,
  layout: ArgumentLayout<Types>,
  { weighted }: CsrShape,
  write: (kernel: KernelBuilder<Types>) => (group: GroupRange) => void,
): MachineCode {
  return emitKernel(isa, layout, (builder) => {
    // A kernel with more arguments has these, too; TypeScript cannot tell for types that are parameters.
    const kernel = builder as unknown as KernelBuilder<GroupTypes>;
    const { a, begin, end } = kernel;
    const index = kernel.argument("firstGroup");
    a.add(end, index);
    a.add(index, begin);
    kernel.release(begin);
    const writeGroup = write(builder);
    const start = kernel.argument("start"), sources = kernel.argument("sources");
    const values = weighted ? kernel.argument("values") : undefined;
    const x = kernel.argument("x"), row = kernel.general("row");
    const first = kernel.general("first entry"), last = kernel.general("last entry");
    // Values are addressed by their distance from the sources.
    if (values) a.sub(values, sources);
    const entryOf = (to: Gpr, offset: Memory) => {
      a.mov(low(to), offset);
      a.lea(to, mem(sources, 0, times(to, 4)));
    };
    const range: GroupRange = {
      kernel,
      index,
      row,
      first,
      last,
      x,
      source: (to, entry, ahead) => a.mov(low(to), mem(entry, 4 * ahead)),
      ...(values ? { value: (entry: Gpr, ahead: number) => mem(entry, 4 * ahead, values) } : {}),
    };
    entryOf(last, mem(start, 0, times(index, 4)));
    loop(kernel, { name: "group", at: index, end, step: 1 }, () => {
      a.mov(first, last);
      entryOf(last, mem(start, 4, times(index, 4)));
      loadRow(range);
      writeGroup(range);
    });
  });
}

function loadRow({ kernel, index, row }: GroupRange): void {
  const rowOf = kernel.argument("rowOf");
  kernel.a.mov(low(row), mem(rowOf, 0, times(index, 4)));
  kernel.release(rowOf);
}

/** Loads the address of a group's row of Y, whose rows are `columns` floats apart. */
export function loadRowOfY({ kernel, row }: GroupRange, to: Gpr, columns: number): void {
  const y = kernel.argument("y");
  kernel.a.mov(to, row);
  kernel.multiply(to, 4 * columns);
  kernel.a.add(to, y);
  kernel.release(y);
}

/** Compares the number of groups of a row with `groups`; a jump by the result follows. */
export function compareGroups(
  kernel: KernelBuilder<Pick<GroupTypes, "groupPtr">>,
  row: Gpr,
  groups: number,
): void {
  const { a } = kernel;
  const groupPtr = kernel.argument("groupPtr"), count = kernel.general("groups of the row");
  a.mov(low(count), mem(groupPtr, 4, times(row, 4)));
  a.sub(low(count), mem(groupPtr, 0, times(row, 4)));
  a.cmp(low(count), groups);
  kernel.release(count, groupPtr);
}
