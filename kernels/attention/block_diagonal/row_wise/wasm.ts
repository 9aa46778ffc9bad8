/**
 * Block-diagonal matrices of attention vectors on the CPU.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../../../plans/plan_wasm.ts";
import { attentionWasm } from "../../attention_bindings.ts";
import type { BlockDiagonalOperandsOf } from "../block_diagonal.ts";
import { assertBlockDiagonal } from "../operand_fit.ts";
import { rowWise } from "./kernel.ts";

/** Kernel `row-wise@wasm` of block-diagonal; see `../assembly.ts`. */
export const blockDiagonalRowWiseWasm: KernelOn<"wasm", BlockDiagonalOperandsOf> = kernelOn("wasm", rowWise, {
  source: attentionWasm.digest,
  prepare: (device, operands) =>
    planOnWasm(device, attentionWasm, () => {
      assertBlockDiagonal(operands);
      const { x, heads, headWidth, output } = operands;
      const from = wholePanel(x), to = wholePanel(output), items = output.rows;
      const block = itemsPerBlock(items, items * output.cols, device.threads);
      const call = attentionWasm.call("block_diagonal", { items, block }, {
        x: from.address,
        xStride: from.stride,
        heads,
        headWidth,
        y: to.address,
        yStride: to.stride,
      });
      return { run: () => device.parallel(call), facts: { block } };
    }),
});
