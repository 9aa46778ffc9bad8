/**
 * Row-split SpMM in machine code with scalar loads.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { emittedSource } from "../../plans/plan_x86.ts";
import { planRowsX86, SOURCE_SHAPES } from "../plans/csr_plan_x86.ts";
import { phaseOfEntries } from "../plans/entry_phase_x86.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { emitRowSplitScalar } from "./code_x86.ts";
import { rowSplitScalar } from "./kernel.ts";

/** Kernel `row-split-scalar@x86`; see `code_x86.ts`. */
export const rowSplitScalarX86: KernelOn<"x86", SpmmOperandsOf> = kernelOn("x86", rowSplitScalar, {
  source: emittedSource(SOURCE_SHAPES, emitRowSplitScalar),
  phases: { rows: phaseOfEntries(emitRowSplitScalar) },
  prepare: (device, operands) =>
    planRowsX86(device, operands, {
      id: rowSplitScalar.id,
      emit: emitRowSplitScalar,
    }),
});
