/**
 * Row-split SpMM in machine code: one thread computes a row, by vectors of eight or sixteen columns.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { emittedSource } from "../../plans/plan_x86.ts";
import { planRowsX86, SOURCE_SHAPES } from "../plans/csr_plan_x86.ts";
import { phaseOfEntries } from "../plans/entry_phase_x86.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { emitRowSplit, MOST_VECTORS } from "./code_x86.ts";
import { rowSplit } from "./kernel.ts";

/** Kernel `row-split@x86`; see `code_x86.ts`. */
export const rowSplitX86: KernelOn<"x86", SpmmOperandsOf> = kernelOn("x86", rowSplit, {
  source: emittedSource(SOURCE_SHAPES, emitRowSplit),
  phases: { rows: phaseOfEntries(emitRowSplit) },
  parameters: {
    block: {
      meaning: "rows that a thread takes at once; 0 chooses by the work of an average row",
      default: 0,
      range: [0, 2 ** 30],
    },
    panel: {
      meaning: "vectors of columns that a pass over a row's entries computes; 0 takes the tuned number, or " +
        "else the one for the width",
      default: 0,
      range: [0, MOST_VECTORS],
    },
  },
  prepare: (device, operands, { block, panel }) =>
    planRowsX86(device, operands, {
      id: rowSplit.id,
      block,
      panel,
      emit: emitRowSplit,
    }),
});
