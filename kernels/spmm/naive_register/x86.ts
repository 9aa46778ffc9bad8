/**
 * SpMM in machine code with the sum of one vector of columns in a register.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { emittedSource } from "../../plans/plan_x86.ts";
import { planRowsX86, SOURCE_SHAPES } from "../plans/csr_plan_x86.ts";
import { phaseOfEntries } from "../plans/entry_phase_x86.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { emitNaiveRegister } from "./code_x86.ts";
import { naiveRegister } from "./kernel.ts";

/** Kernel `naive-register@x86`; see `code_x86.ts`. */
export const naiveRegisterX86: KernelOn<"x86", SpmmOperandsOf> = kernelOn("x86", naiveRegister, {
  source: emittedSource(SOURCE_SHAPES, emitNaiveRegister),
  phases: { rows: phaseOfEntries(emitNaiveRegister) },
  prepare: (device, operands) =>
    planRowsX86(device, operands, {
      id: naiveRegister.id,
      emit: emitNaiveRegister,
    }),
});
