/**
 * Block-diagonal matrices of attention vectors on the CPU.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn } from "../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../plan_wasm.ts";
import type { BlockDiagonalOperandsOf } from "./attention.ts";
import { assertBlockDiagonal, assertBlockDiagonalGradient } from "./attention_fit.ts";

const module = await loadWasm(new URL("./attention.wasm", import.meta.url));

const kernel = {
  backend: "wasm",
  origin: { paper: "own", section: "" },
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 2 }),
} as const;

/** Kernel `row-wise@wasm` of block-diagonal; see `assembly/block_diagonal.ts`. */
export const blockDiagonalRowWiseWasm: KernelOn<"wasm", BlockDiagonalOperandsOf> = {
  ...kernel,
  id: "row-wise",
  mapping: "a thread takes blocks of rows of the result",
  prepare: (device, operands) =>
    planOnWasm(device, module, () => {
      assertBlockDiagonal(operands);
      const { x, heads, headWidth, output } = operands;
      const from = wholePanel(x), to = wholePanel(output);
      const block = itemsPerBlock(output.rows, output.rows * output.cols, device.threads);
      const args = [from.address, from.stride, heads, headWidth, to.address, to.stride];
      const call = { module, fn: "block_diagonal", items: output.rows, block, args };
      return { run: () => device.parallel(call), facts: { block } };
    }),
};

/** Kernel `column-wise@wasm` of block-diagonal-gradient; see `assembly/block_diagonal.ts`. */
export const blockDiagonalGradientColumnWiseWasm: KernelOn<"wasm", BlockDiagonalOperandsOf> = {
  ...kernel,
  id: "column-wise",
  mapping: "a thread takes blocks of columns of the result",
  prepare: (device, operands) =>
    planOnWasm(device, module, () => {
      assertBlockDiagonalGradient(operands);
      const { x, heads, headWidth, output } = operands;
      const from = wholePanel(x), to = wholePanel(output), items = to.stride / 4;
      const block = itemsPerBlock(items, 2 * items, device.threads);
      const args = [from.address, from.stride, heads, headWidth, to.address, to.stride];
      const call = { module, fn: "block_diagonal_gradient", items, block, args };
      return { run: () => device.parallel(call), facts: { block } };
    }),
};
