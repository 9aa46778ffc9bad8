/**
 * Sparse-times-dense multiplication with weights for each head in machine code, by a scalar loop that looks
 * up the weight of each column.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { emittedSource } from "../../../plans/plan_x86.ts";
import { headOffsets } from "../../head_offsets.ts";
import { HEAD_SOURCE_SHAPES } from "../entry_weights_x86.ts";
import { headCallX86 } from "../head_plan_x86.ts";
import type { HeadSpmmOperandsOf } from "../head_spmm.ts";
import { planEntryCallX86 } from "../../plans/entry_call_x86.ts";
import { emitHeadSpmmScalar, SCALAR_LAYOUT } from "./code_x86.ts";
import { rowSplitScalar } from "./kernel.ts";

/** Kernel `row-split-scalar@x86` of head-spmm; see `code_x86.ts`. */
export const headSpmmRowSplitScalarX86: KernelOn<"x86", HeadSpmmOperandsOf> = kernelOn(
  "x86",
  rowSplitScalar,
  {
    source: emittedSource(HEAD_SOURCE_SHAPES, emitHeadSpmmScalar),
    phases: { rows: (isa, headWidth) => emitHeadSpmmScalar(isa, { heads: 1, headWidth, ordered: false }) },
    prepare: (device, operands) =>
      planEntryCallX86(device, "head-spmm", (arrays) => {
        const { addresses, ...call } = headCallX86(device, operands, arrays);
        const headOf = arrays.upload("head of each column", headOffsets(operands));
        return {
          ...call,
          layout: SCALAR_LAYOUT,
          emit: emitHeadSpmmScalar,
          addresses: { ...addresses, headOf },
        };
      }),
  },
);
