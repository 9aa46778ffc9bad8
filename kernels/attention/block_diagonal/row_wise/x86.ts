/**
 * Block-diagonal matrices of attention vectors in machine code.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { itemsPerBlock, wholePanel } from "../../../plans/plan_wasm.ts";
import { emittedSource } from "../../../plans/plan_x86.ts";
import { headOffsets } from "../../head_offsets.ts";
import { planEntryCallX86 } from "../../plans/entry_call_x86.ts";
import type { BlockDiagonalOperandsOf } from "../block_diagonal.ts";
import { DIAGONAL_LAYOUT, DIAGONAL_SOURCE_SHAPES, emitBlockDiagonal } from "../code_x86.ts";
import { assertBlockDiagonal } from "../operand_fit.ts";
import { rowWise } from "./kernel.ts";

/** Kernel `row-wise@x86` of block-diagonal; see `../code_x86.ts`. */
export const blockDiagonalRowWiseX86: KernelOn<"x86", BlockDiagonalOperandsOf> = kernelOn("x86", rowWise, {
  source: emittedSource(DIAGONAL_SOURCE_SHAPES, emitBlockDiagonal),
  phases: { rows: (isa, headWidth) => emitBlockDiagonal(isa, { heads: 1, headWidth }) },
  prepare: (device, operands) =>
    planEntryCallX86(device, "block-diagonal", ({ upload }) => {
      assertBlockDiagonal(operands);
      const { x, heads, headWidth, output } = operands, items = output.rows;
      return {
        layout: DIAGONAL_LAYOUT,
        emit: emitBlockDiagonal,
        shape: { heads, headWidth },
        items: { items, block: itemsPerBlock(items, items * output.cols, device.threads) },
        addresses: {
          x: wholePanel(x).address,
          y: wholePanel(output).address,
          headOf: upload("head of each column", headOffsets(operands)),
        },
        numbers: {},
      };
    }),
});
