/**
 * Machine code of SpMM by neighbour groups that add integers to the row they share.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { low, mem, times } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import type { KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { compareGroups, GROUP_TYPES, type GroupRange } from "../plans/groups_x86/groups_x86.ts";
import { emitGroupRows, GROUP_ROW_TYPES } from "../plans/groups_x86/group_rows_x86.ts";
import { emitGroupSums } from "../plans/groups_x86/group_sums_x86.ts";
import type { AdditionShape, StackedColumns } from "../plans/groups_x86/shared_additions_x86.ts";
import { FixedScale } from "./fixed_scale_x86.ts";

/** Addresses of the exponent bounds of rows, and of the largest |x| of columns. */
const SCALE_TYPES = { bounds: "u64", largest: "u64" } as const;

/** Arguments of the phase over groups. */
export const FIXED_LAYOUT = new ArgumentLayout({ ...GROUP_TYPES, ...SCALE_TYPES });

/** Arguments of the phase over rows. */
export const UNFIX_LAYOUT = new ArgumentLayout({ ...GROUP_ROW_TYPES, ...SCALE_TYPES });

/** Bytes that are read behind the largest |x| of the last column: sums on the stack are whole vectors. */
export const LARGEST_PADDING = 64;

/** Emits the conversion of sums on the stack to integers; what lies behind them is converted, too. */
function fixSums(
  kernel: KernelBuilder<typeof FIXED_LAYOUT.types>,
  { row }: GroupRange,
  { first, end, row: stack }: StackedColumns,
): void {
  const { a, lanes } = kernel;
  const bounds = kernel.argument("bounds");
  using scale = new FixedScale(kernel, mem(bounds, 0, times(row, 4)));
  kernel.release(bounds);
  const largest = kernel.argument("largest"), scaled = kernel.vector("scaled");
  for (let at = first; at < end; at += lanes) {
    const sums = mem(stack.base, stack.bytes + 4 * at);
    a.vmovups(scaled, mem(largest, 4 * at));
    scale.of(scaled);
    a.vmulps(scaled, scaled, sums);
    a.vcvtps2dq(scaled, scaled);
    a.vmovups(sums, scaled);
  }
  kernel.release(scaled, largest);
}

/** Emits the phase over groups for a shape: sums of groups that share a row are added to it as integers. */
export function emitNeighborGroupFixed(isa: InstructionSet, shape: AdditionShape): MachineCode {
  return emitGroupSums(isa, FIXED_LAYOUT, shape, (kernel) => {
    const { a } = kernel;
    return (group, y, sums) => {
      fixSums(kernel, group, sums);
      const integer = kernel.general("integer");
      sums.forEach(y, shape.width, (there, sum) => {
        a.mov(low(integer), sum);
        a.lock_add(there, low(integer));
      });
      kernel.release(integer);
    };
  });
}

/** Emits the phase over rows: the integers of rows of several groups become floats. */
export function emitUnfix(isa: InstructionSet, columns: number): MachineCode {
  return emitGroupRows(isa, UNFIX_LAYOUT, columns, (kernel, { row, y, vectors, tail }) => {
    const { a } = kernel, isFloat = a.label("floats");
    compareGroups(kernel, row, 2);
    a.jl(isFloat);
    const bounds = kernel.argument("bounds"), largest = kernel.argument("largest");
    using scale = new FixedScale(kernel, mem(bounds, 0, times(row, 4)));
    const divisor = kernel.vector("scale"), sums = kernel.vector("sums");
    for (const vector of vectors) {
      const there = mem(y, 4 * vector.at);
      tail.load(divisor, mem(largest, 4 * vector.at), vector);
      scale.of(divisor);
      tail.load(sums, there, vector);
      a.vcvtdq2ps(sums, sums);
      a.vdivps(sums, sums, divisor);
      tail.store(there, sums, vector);
    }
    kernel.release(sums, divisor, largest, bounds);
    a.bind(isFloat);
  });
}
