/**
 * Activations and their gradient on the CPU, in vectors of four floats.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm.ts";
import { assertEpilogue } from "../epilogue_staging.ts";
import { uploadEpilogue } from "../epilogue_wasm.ts";
import type { KernelOn } from "../kernel.ts";
import { alignedPanels } from "../operand_fit.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../plan_wasm.ts";
import type { ActivationGradientOperandsOf, ActivationOperandsOf } from "./activation.ts";

const module = await loadWasm(new URL("./activation.wasm", import.meta.url));

/** Approximate cost of drawing and comparing one entry, in multiply-adds. */
const ENTRY_WORK = 8;

const common = {
  id: "entry-wise",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping: "a thread takes blocks of rows and computes vectors of four entries",
  source: module.digest,
  parameters: {},
} as const;

/** Kernel `entry-wise@wasm`; see `assembly/activation.ts`. */
export const activationEntryWiseWasm: KernelOn<"wasm", ActivationOperandsOf> = {
  ...common,
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 4 }),
  prepare: (device, { x, y, epilogue }) =>
    planOnWasm(device, module, (arrays) => {
      alignedPanels("activate a matrix", [x, y]);
      assertEpilogue(epilogue, y.cols);
      const { address, stride } = wholePanel(y);
      const call = {
        module,
        fn: "activation",
        items: y.rows,
        block: itemsPerBlock(y.rows, y.rows * stride / 4 * ENTRY_WORK, device.threads),
        args: [wholePanel(x).address, address, stride, uploadEpilogue(arrays, epilogue)],
      };
      return { run: () => device.parallel(call), facts: { block: call.block } };
    }),
};

/** Kernel `entry-wise@wasm`; see `assembly/activation.ts`. */
export const activationGradientEntryWiseWasm: KernelOn<"wasm", ActivationGradientOperandsOf> = {
  ...common,
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 4 }),
  prepare: (device, { y, gradient, output, epilogue }) =>
    planOnWasm(device, module, (arrays) => {
      alignedPanels("compute the gradient of an activation", [gradient, y, output]);
      const { address, stride } = wholePanel(output);
      const draws = epilogue.negativeSlope !== 0;
      const call = {
        module,
        fn: "activation_gradient",
        items: output.rows,
        block: itemsPerBlock(output.rows, output.rows * stride / 4 * ENTRY_WORK, device.threads),
        args: [
          ...[wholePanel(gradient).address, wholePanel(y).address, address, stride],
          uploadEpilogue(arrays, epilogue, draws),
        ],
      };
      return { run: () => device.parallel(call), facts: { block: call.block } };
    }),
};
