/**
 * Phases of sparse products that read the entries of the matrix, as listings show them.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { type EmitPhase, paddedColumns } from "../../machine_code/code_phases.ts";
import type { CsrShape } from "./csr_plan_x86.ts";

/** Shape of a phase over entries. */
interface EntryShape extends CsrShape {
  /** Columns without padding. */
  readonly width: number;
}

/** Phase over the entries of a matrix with values, and of features in a format, float32 when absent. */
export function phaseOfEntries(
  emit: (isa: InstructionSet, shape: EntryShape) => MachineCode,
  format: Pick<EntryShape, "features"> = {},
): EmitPhase {
  return (isa, width, { panel } = {}) =>
    emit(isa, { ...format, columns: paddedColumns(width), weighted: true, width, ...(panel && { panel }) });
}
