/**
 * Row-split SpMM over bf16 features in machine code: the code of row-split with another load.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { emittedSource } from "../../plans/plan_x86.ts";
import { planRowsX86, SOURCE_SHAPES } from "../plans/csr_plan_x86.ts";
import { phaseOfEntries } from "../plans/entry_phase_x86.ts";
import { emitRowSplit } from "../row_split/code_x86.ts";
import { rowSplitX86 } from "../row_split/x86.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { rowSplitBf16 } from "./kernel.ts";

const { id, features } = rowSplitBf16;

/** Kernel `row-split-bf16@x86`; see `row_split/code_x86.ts`. */
export const rowSplitBf16X86: KernelOn<"x86", SpmmOperandsOf> = kernelOn("x86", rowSplitBf16, {
  source: emittedSource(SOURCE_SHAPES.map((shape) => ({ ...shape, features })), emitRowSplit),
  phases: { rows: phaseOfEntries(emitRowSplit, { features }) },
  parameters: rowSplitX86.parameters,
  prepare: (device, operands, { block, panel }) =>
    planRowsX86(device, operands, { id, features, block, panel, emit: emitRowSplit }),
});
