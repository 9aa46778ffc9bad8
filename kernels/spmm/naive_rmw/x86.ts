/**
 * SpMM in machine code with the sums in memory.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { emittedSource } from "../../plans/plan_x86.ts";
import { planRowsX86, SOURCE_SHAPES } from "../plans/csr_plan_x86.ts";
import { phaseOfEntries } from "../plans/entry_phase_x86.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { emitNaiveRmw } from "./code_x86.ts";
import { naiveRmw } from "./kernel.ts";

/** Kernel `naive-rmw@x86`; see `code_x86.ts`. */
export const naiveRmwX86: KernelOn<"x86", SpmmOperandsOf> = kernelOn("x86", naiveRmw, {
  source: emittedSource(SOURCE_SHAPES, emitNaiveRmw),
  phases: { rows: phaseOfEntries(emitNaiveRmw) },
  prepare: (device, operands) =>
    planRowsX86(device, operands, {
      id: naiveRmw.id,
      emit: emitNaiveRmw,
    }),
});
