/**
 * Plans of entry-wise machine code over matrices whose rows need not be told apart: their floats, which are
 * contiguous, are taken as rows of a group of vectors.
 *
 * @module
 */
import type { MachineCode } from "../hardware/cpu/x86/assembler/assembler.ts";
import type { X86Device } from "../hardware/cpu/x86/device.ts";
import type { InstructionSet } from "../hardware/cpu/x86/instruction_set.ts";
import type { ArgumentLayout, ArgumentTypes } from "../hardware/cpu/x86/kernel/argument_layout.ts";
import { type EntryRows, groupFloats } from "../hardware/cpu/x86/kernel/entry_rows.ts";
import { emittedCode } from "./emitted_code.ts";
import type { Plan } from "./kernel.ts";
import { itemsPerBlock, type PlanArrays } from "./plan_wasm.ts";
import { type ArgumentValues, machineCall } from "./plan_x86.ts";

/** Rows of groups, and of a group of which less is left, that stand for all others in a kernel's source. */
export const GROUP_SHAPES: readonly EntryRows[] = [0, 4, 28].map((last) => ({ floats: 64, last }));

/** Entry-wise kernel over contiguous floats. */
export interface GroupKernel<Types extends ArgumentTypes> {
  /** Emits the code. */
  readonly emit: (isa: InstructionSet, rows: EntryRows) => MachineCode;
  /** Slots of the arguments. */
  readonly layout: ArgumentLayout<Types>;
  /** Floats of a matrix, a multiple of 4. */
  readonly floats: number;
  /** Cost of four of them, in multiply-adds. */
  readonly work: number;
  /** Arguments besides the number of whole rows. */
  readonly values: Omit<ArgumentValues<Types>, "wholeRows">;
}

/** Builds the plan of a call over all floats. */
export function planGroups<Types extends ArgumentTypes>(
  device: X86Device,
  arrays: PlanArrays,
  { emit, layout, floats, work, values }: GroupKernel<Types>,
): Omit<Plan, "destroy"> {
  const group = groupFloats(device.isa), rows = Math.ceil(floats / group);
  const code = emittedCode(emit, device.isa, { floats: group, last: floats % group });
  const block = itemsPerBlock(rows, floats / 4 * work, device.threads);
  const all = { ...values, wholeRows: Math.floor(floats / group) } as ArgumentValues<Types>;
  const run = machineCall(device, arrays, { code, layout }, { items: rows, block }, all);
  return { run, facts: { block, code_bytes: code.bytes.length } };
}
