/**
 * Gradients of attention vectors on the CPU.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../../../plans/plan_wasm.ts";
import { attentionWasm } from "../../attention_bindings.ts";
import type { BlockDiagonalOperandsOf } from "../block_diagonal.ts";
import { assertBlockDiagonalGradient } from "../operand_fit.ts";
import { columnWise } from "./kernel.ts";

/** Kernel `column-wise@wasm` of block-diagonal-gradient; see `../assembly.ts`. */
export const blockDiagonalGradientColumnWiseWasm: KernelOn<"wasm", BlockDiagonalOperandsOf> = kernelOn(
  "wasm",
  columnWise,
  {
    source: attentionWasm.digest,
    prepare: (device, operands) =>
      planOnWasm(device, attentionWasm, () => {
        assertBlockDiagonalGradient(operands);
        const { x, heads, headWidth, output } = operands;
        const from = wholePanel(x), to = wholePanel(output), items = to.stride / 4;
        const block = itemsPerBlock(items, 2 * items, device.threads);
        const call = attentionWasm.call("block_diagonal_gradient", { items, block }, {
          gradient: from.address,
          gradientStride: from.stride,
          heads,
          headWidth,
          to: to.address,
          toStride: to.stride,
        });
        return { run: () => device.parallel(call), facts: { block } };
      }),
  },
);
