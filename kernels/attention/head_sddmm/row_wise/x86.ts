/**
 * Products of two dense matrices at the entries of a sparse one, head by head, in machine code. The plan
 * shares the matrix on the device with the plans of spmm and head-spmm.
 *
 * @module
 */
import { assertCsr } from "../../../../graph/csr.ts";
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { wholePanel } from "../../../plans/plan_wasm.ts";
import { emittedSource } from "../../../plans/plan_x86.ts";
import { LOOK_AHEAD } from "../../../spmm/plans/csr_plan_x86.ts";
import { rowsPerBlock, shareCsr } from "../../../spmm/plans/device_csr_wasm.ts";
import { patternOf } from "../../matrix_pattern.ts";
import { planEntryCallX86 } from "../../plans/entry_call_x86.ts";
import type { HeadSddmmOperandsOf } from "../head_sddmm.ts";
import { assertHeadSddmm } from "../operand_fit.ts";
import { emitHeadSddmm, SDDMM_LAYOUT } from "./code_x86.ts";
import { rowWise } from "./kernel.ts";

/** Shapes that stand for all others in the kernel's source. */
const SOURCE_SHAPES = [[1, 7], [8, 8], [3, 5], [20, 4], [2, 40]].map(([heads, headWidth]) => ({
  heads,
  headWidth,
}));

/** Kernel `row-wise@x86` of head-sddmm; see `code_x86.ts`. */
export const headSddmmRowWiseX86: KernelOn<"x86", HeadSddmmOperandsOf> = kernelOn("x86", rowWise, {
  source: emittedSource(SOURCE_SHAPES, emitHeadSddmm),
  phases: { rows: (isa, headWidth) => emitHeadSddmm(isa, { heads: 1, headWidth }) },
  prepare: (device, operands) =>
    planEntryCallX86(device, "head-sddmm", ({ share }) => {
      assertCsr(operands.matrix);
      assertHeadSddmm(operands);
      const { matrix, a, b, heads, headWidth, output } = operands;
      const shared = shareCsr(share, { matrix: patternOf(matrix), x: b, y: a, output: a }, LOOK_AHEAD);
      return {
        layout: SDDMM_LAYOUT,
        emit: emitHeadSddmm,
        shape: { heads, headWidth },
        items: { items: matrix.rows, block: rowsPerBlock(matrix, heads * headWidth, device.threads) },
        addresses: {
          rowPtr: shared.rowPtr,
          sources: shared.sources,
          a: shared.y,
          b: shared.x,
          y: wholePanel(output).address,
        },
        numbers: {},
      };
    }),
});
