/**
 * Machine code of linear combinations.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitEntryRows, type EntryRows } from "../../../hardware/cpu/x86/kernel/entry_rows.ts";
import { held } from "../../../hardware/cpu/x86/kernel/formula.ts";

/** Addresses of the matrices, whole rows, factors. */
export const ADD_LAYOUT = new ArgumentLayout({
  x: "u64",
  y: "u64",
  z: "u64",
  wholeRows: "u64",
  alpha: "f32",
  beta: "f32",
});

/** Emits `z = alpha x + beta y`. */
export function emitAdd(isa: InstructionSet, rows: EntryRows): MachineCode {
  return emitEntryRows(isa, ADD_LAYOUT, { ...rows, matrices: ["x", "y", "z"] }, (kernel) => {
    const alpha = held(kernel.scalar("alpha")), beta = held(kernel.scalar("beta"));
    return (group) => group.map(({ x, y }) => ({ z: alpha.times(x).plus(beta.times(y)) }));
  });
}
