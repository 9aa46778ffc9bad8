/**
 * Phases of the blocked kernel in machine code, as listings show them: products with a square B.
 *
 * @module
 */
import { type CodePhases, paddedColumns } from "../../code_phases.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { emitBlocked } from "./code_x86.ts";
import { emitPack, emitPackTransposed, panelTerm } from "./pack_x86.ts";
import { emitSplit } from "./split_code_x86.ts";

/** Shape of B, whose rows are as long as those of A. */
function shapeOf(isa: InstructionSet, width: number) {
  const columns = paddedColumns(width);
  return { columns, cols: width, row: 4 * columns, panel: width * panelTerm(isa) };
}

/** Phases by name; the forms of the product have different ones. */
export const PHASES_X86: CodePhases = {
  "packing of B": (isa, width) => emitPack(isa, shapeOf(isa, width)),
  "packing of a transposed B": (isa, width) => emitPackTransposed(isa, shapeOf(isa, width)),
  "tiles of C": (isa, width) =>
    emitBlocked(isa, { ...shapeOf(isa, width), adds: false, biased: false, activated: false }),
  "parts of the terms where A is transposed": (isa, width) => {
    const { columns, row } = shapeOf(isa, width);
    return emitSplit(isa, { rows: width, columns, term: row });
  },
};
