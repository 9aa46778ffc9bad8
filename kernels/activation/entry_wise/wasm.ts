/**
 * Activations and their gradient on the CPU, in vectors of four floats.
 *
 * @module
 */
import { assertEpilogue } from "../../epilogue/stage_epilogue.ts";
import { uploadEpilogue } from "../../epilogue/wasm.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { alignedPanels } from "../../operand_fit.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../../plans/plan_wasm.ts";
import type { ActivationGradientOperandsOf, ActivationOperandsOf } from "../activation.ts";
import { activationWasm } from "../activation_bindings.ts";
import { entryWise } from "./kernel.ts";

/** Approximate cost of drawing and comparing one entry, in multiply-adds. */
const ENTRY_WORK = 8;

/** Kernel `entry-wise@wasm` of activations; see `assembly/activation.ts`. */
export const activationEntryWiseWasm: KernelOn<"wasm", ActivationOperandsOf> = kernelOn("wasm", entryWise, {
  source: activationWasm.digest,
  prepare: (device, { x, y, epilogue }) =>
    planOnWasm(device, activationWasm, (arrays) => {
      alignedPanels("activate a matrix", [x, y]);
      assertEpilogue(epilogue, y.cols);
      const { address, stride } = wholePanel(y);
      const block = itemsPerBlock(y.rows, y.rows * stride / 4 * ENTRY_WORK, device.threads);
      const call = activationWasm.call("activation", { items: y.rows, block }, {
        x: wholePanel(x).address,
        y: address,
        stride,
        epilogue: uploadEpilogue(arrays, epilogue),
      });
      return { run: () => device.parallel(call), facts: { block } };
    }),
});

/** Kernel `entry-wise@wasm` of their gradient; see `assembly/activation.ts`. */
export const activationGradientEntryWiseWasm: KernelOn<"wasm", ActivationGradientOperandsOf> = kernelOn(
  "wasm",
  entryWise,
  {
    source: activationWasm.digest,
    prepare: (device, { y, gradient, output, epilogue }) =>
      planOnWasm(device, activationWasm, (arrays) => {
        alignedPanels("compute the gradient of an activation", [gradient, y, output]);
        const { rows } = output, { address, stride } = wholePanel(output);
        const draws = epilogue.negativeSlope !== 0;
        const block = itemsPerBlock(rows, rows * stride / 4 * ENTRY_WORK, device.threads);
        const call = activationWasm.call("activation_gradient", { items: rows, block }, {
          gradient: wholePanel(gradient).address,
          y: wholePanel(y).address,
          to: address,
          stride,
          epilogue: uploadEpilogue(arrays, epilogue, draws),
        });
        return { run: () => device.parallel(call), facts: { block } };
      }),
  },
);
