/**
 * Classification losses and their gradients on the CPU, row by row.
 *
 * @module
 */
import type { WasmDevice } from "../../hardware/wasm/device.ts";
import { loadWasm } from "../../platform/wasm.ts";
import type { KernelOn, Plan } from "../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../plan_wasm.ts";
import type { CrossEntropyOperandsOf } from "./cross_entropy.ts";
import { assertCrossEntropy } from "./truth.ts";

const module = await loadWasm(new URL("./cross_entropy.wasm", import.meta.url));

/** Cost of an entry, in multiply-adds: an exponential, and a logarithm or a division. */
const ENTRY_WORK = 16;

const kernel = {
  id: "row-wise",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping: "a thread takes blocks of rows; a row's classes go in vectors of four",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 4 }),
} as const;

function planRows(
  device: WasmDevice,
  { logits, truth, weights, output }: CrossEntropyOperandsOf["wasm"],
  { result, items }: { readonly result: "loss" | "gradient"; readonly items: number },
): Promise<Plan> {
  return planOnWasm(device, module, () => {
    const { address, stride } = wholePanel(logits);
    const [form, known] = truth.labels
      ? ["softmax", truth.labels.address]
      : ["sigmoid", wholePanel(truth.targets).address];
    const block = itemsPerBlock(items, items * logits.cols * ENTRY_WORK, device.threads);
    const to = wholePanel(output).address;
    const args = [logits.cols, address, stride, known, weights.address, to];
    const call = { module, fn: `${form}_${result}`, items, block, args };
    return { run: () => device.parallel(call), facts: { block } };
  });
}

/** Kernel `row-wise@wasm` of cross-entropy; see `assembly/cross_entropy.ts`. */
export const crossEntropyRowWiseWasm: KernelOn<"wasm", CrossEntropyOperandsOf> = {
  ...kernel,
  prepare(device, operands) {
    assertCrossEntropy(operands, 1);
    return planRows(device, operands, { result: "loss", items: operands.logits.rows });
  },
};

/** Kernel `row-wise@wasm` of cross-entropy-gradient; see `assembly/cross_entropy.ts`. */
export const crossEntropyGradientRowWiseWasm: KernelOn<"wasm", CrossEntropyOperandsOf> = {
  ...kernel,
  prepare(device, operands) {
    const { rows, cols } = operands.logits;
    assertCrossEntropy(operands, cols);
    return planRows(device, operands, { result: "gradient", items: cols === 0 ? 0 : rows });
  },
};
