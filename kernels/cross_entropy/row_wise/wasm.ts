/**
 * Classification losses and their gradients on the CPU, row by row.
 *
 * @module
 */
import type { WasmDevice } from "../../../hardware/cpu/device.ts";
import { type KernelOn, kernelOn, type Plan } from "../../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../../plans/plan_wasm.ts";
import type { CrossEntropyOperandsOf } from "../cross_entropy.ts";
import { crossEntropyWasm } from "../cross_entropy_bindings.ts";
import { assertCrossEntropy } from "../truth.ts";
import { rowWise, rowWiseGradient } from "./kernel.ts";

/** Cost of an entry, in multiply-adds: an exponential, and a logarithm or a division. */
const ENTRY_WORK = 16;

function planRows(
  device: WasmDevice,
  { logits, truth, weights, output }: CrossEntropyOperandsOf["wasm"],
  { result, items }: { readonly result: "loss" | "gradient"; readonly items: number },
): Promise<Plan> {
  return planOnWasm(device, crossEntropyWasm, () => {
    const { address, stride } = wholePanel(logits);
    const form = truth.labels ? "softmax" : "sigmoid";
    const block = itemsPerBlock(items, items * logits.cols * ENTRY_WORK, device.threads);
    const call = crossEntropyWasm.call(`${form}_${result}`, { items, block }, {
      classes: logits.cols,
      logits: address,
      stride,
      truth: truth.labels ? truth.labels.address : wholePanel(truth.targets).address,
      weights: weights.address,
      to: wholePanel(output).address,
    });
    return { run: () => device.parallel(call), facts: { block } };
  });
}

/** Kernel `row-wise@wasm` of cross-entropy; see `assembly/cross_entropy.ts`. */
export const crossEntropyRowWiseWasm: KernelOn<"wasm", CrossEntropyOperandsOf> = kernelOn("wasm", rowWise, {
  source: crossEntropyWasm.digest,
  prepare(device, operands) {
    assertCrossEntropy(operands, 1);
    return planRows(device, operands, { result: "loss", items: operands.logits.rows });
  },
});

/** Kernel `row-wise@wasm` of cross-entropy-gradient; see `assembly/cross_entropy.ts`. */
export const crossEntropyGradientRowWiseWasm: KernelOn<"wasm", CrossEntropyOperandsOf> = kernelOn(
  "wasm",
  rowWiseGradient,
  {
    source: crossEntropyWasm.digest,
    prepare(device, operands) {
      const { rows, cols } = operands.logits;
      assertCrossEntropy(operands, cols);
      return planRows(device, operands, { result: "gradient", items: cols === 0 ? 0 : rows });
    },
  },
);
