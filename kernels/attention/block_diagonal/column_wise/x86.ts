/**
 * Gradients of attention vectors in machine code.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { itemsPerBlock, wholePanel } from "../../../plans/plan_wasm.ts";
import { emittedSource } from "../../../plans/plan_x86.ts";
import { headOffsets } from "../../head_offsets.ts";
import { planEntryCallX86 } from "../../plans/entry_call_x86.ts";
import type { BlockDiagonalOperandsOf } from "../block_diagonal.ts";
import { DIAGONAL_LAYOUT, DIAGONAL_SOURCE_SHAPES, emitBlockDiagonalGradient } from "../code_x86.ts";
import { assertBlockDiagonalGradient } from "../operand_fit.ts";
import { columnWise } from "./kernel.ts";

/** Kernel `column-wise@x86` of block-diagonal-gradient; see `../code_x86.ts`. */
export const blockDiagonalGradientColumnWiseX86: KernelOn<"x86", BlockDiagonalOperandsOf> = kernelOn(
  "x86",
  columnWise,
  {
    source: emittedSource(DIAGONAL_SOURCE_SHAPES, emitBlockDiagonalGradient),
    phases: { columns: (isa, headWidth) => emitBlockDiagonalGradient(isa, { heads: 1, headWidth }) },
    prepare: (device, operands) =>
      planEntryCallX86(device, "block-diagonal-gradient", ({ upload }) => {
        assertBlockDiagonalGradient(operands);
        const { x, heads, headWidth, output } = operands, items = wholePanel(output).stride / 4;
        return {
          layout: DIAGONAL_LAYOUT,
          emit: emitBlockDiagonalGradient,
          shape: { heads, headWidth },
          items: { items, block: itemsPerBlock(items, 2 * items, device.threads) },
          addresses: {
            x: wholePanel(x).address,
            y: wholePanel(output).address,
            headOf: upload("head of each column", headOffsets(operands)),
          },
          numbers: {},
        };
      }),
  },
);
