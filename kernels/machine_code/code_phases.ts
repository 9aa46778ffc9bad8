/**
 * Machine code of a kernel for a feature width, phase by phase, as a listing shows it.
 *
 * @module
 */
import type { MachineCode } from "../../hardware/cpu/x86/assembler/assembler.ts";
import type { InstructionSet } from "../../hardware/cpu/x86/instruction_set.ts";

/** Tuned numbers that the code of phases is emitted with; a phase takes those that it has. */
export interface PhaseNumbers {
  /** Vectors of columns that a pass over a row's entries computes. */
  readonly panel?: number;
  /** Vectors of columns of a register tile. */
  readonly tile?: number;
}

/** Function that emits a phase for features of a width; with its defaults unless there are tuned numbers. */
export type EmitPhase = (isa: InstructionSet, width: number, tuned?: PhaseNumbers) => MachineCode;

/** Phases of a kernel in the order of their execution, by name; some run for some operands only. */
export type CodePhases = Readonly<Record<string, EmitPhase>>;

/** Floats of a row of a matrix in the arena: a width and its padding. */
export function paddedColumns(width: number): number {
  return Math.ceil(width / 4) * 4;
}

/** Phase whose code depends on the columns alone. */
export function phaseOfColumns(emit: (isa: InstructionSet, columns: number) => MachineCode): EmitPhase {
  return (isa, width) => emit(isa, paddedColumns(width));
}

/** Phase whose shape is the columns and, where it is tuned, a panel. */
export function phaseOfRows(
  emit: (isa: InstructionSet, shape: { readonly columns: number; readonly panel?: number }) => MachineCode,
): EmitPhase {
  return (isa, width, { panel } = {}) =>
    emit(isa, { columns: paddedColumns(width), ...(panel && { panel }) });
}
