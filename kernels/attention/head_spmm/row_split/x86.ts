/**
 * Sparse-times-dense multiplication with weights for each head in machine code: row-split SpMM whose weight
 * changes from head to head. The plan shares the matrix on the device with the plans of spmm.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { emittedSource } from "../../../plans/plan_x86.ts";
import { planEntryCallX86 } from "../../plans/entry_call_x86.ts";
import { HEAD_LAYOUT, HEAD_SOURCE_SHAPES } from "../entry_weights_x86.ts";
import { headCallX86 } from "../head_plan_x86.ts";
import type { HeadSpmmOperandsOf } from "../head_spmm.ts";
import { emitHeadSpmm } from "./code_x86.ts";
import { rowSplit } from "./kernel.ts";

/** Kernel `row-split@x86` of head-spmm; see `code_x86.ts`. */
export const headSpmmRowSplitX86: KernelOn<"x86", HeadSpmmOperandsOf> = kernelOn("x86", rowSplit, {
  source: emittedSource(HEAD_SOURCE_SHAPES, emitHeadSpmm),
  phases: { rows: (isa, headWidth) => emitHeadSpmm(isa, { heads: 1, headWidth, ordered: false }) },
  prepare: (device, operands) =>
    planEntryCallX86(device, "head-spmm", (arrays) => ({
      ...headCallX86(device, operands, arrays),
      layout: HEAD_LAYOUT,
      emit: emitHeadSpmm,
    })),
});
