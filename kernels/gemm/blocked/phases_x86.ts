/**
 * Phases of the blocked kernel in machine code, as listings show them: products with a square B.
 *
 * @module
 */
import { type CodePhases, paddedColumns } from "../../machine_code/code_phases.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { emitBlocked } from "./code_x86.ts";
import { emitPack, emitPackTransposed, panelTerm } from "./pack_x86.ts";
import { emitSplit } from "./split_code_x86.ts";

/** Shape of B, whose rows are as long as those of A. */
function shapeOf(isa: InstructionSet, width: number, vectors?: number) {
  const columns = paddedColumns(width), panel = width * panelTerm(isa, vectors);
  return { columns, cols: width, row: 4 * columns, panel, ...(vectors !== undefined && { vectors }) };
}

/** Phases by name; the forms of the product have different ones. */
export const PHASES_X86: CodePhases = {
  "packing of B": (isa, width, { tile } = {}) => emitPack(isa, shapeOf(isa, width, tile)),
  "packing of a transposed B": (isa, width, { tile } = {}) =>
    emitPackTransposed(isa, shapeOf(isa, width, tile)),
  "tiles of C": (isa, width, { tile } = {}) =>
    emitBlocked(isa, { ...shapeOf(isa, width, tile), adds: false, biased: false, activated: false }),
  "parts of the terms where A is transposed": (isa, width) => {
    const { columns, row } = shapeOf(isa, width);
    return emitSplit(isa, { rows: width, columns, term: row });
  },
};
