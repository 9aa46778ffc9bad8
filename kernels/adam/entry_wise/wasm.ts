/**
 * Adam on the CPU, in vectors of four floats.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { alignedPanels, assertFit } from "../../operand_fit.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../../plans/plan_wasm.ts";
import type { AdamOperandsOf } from "../adam.ts";
import { adamWasm } from "../adam_bindings.ts";
import { entryWise } from "./kernel.ts";

/** Kernel `entry-wise@wasm`; see `assembly/adam.ts`. */
export const adamEntryWiseWasm: KernelOn<"wasm", AdamOperandsOf> = kernelOn("wasm", entryWise, {
  source: adamWasm.digest,
  prepare: (device, operands) =>
    planOnWasm(device, adamWasm, () => {
      const { output, gradient, firstMoment, secondMoment, corrections } = operands;
      const { learningRate, beta1, beta2, epsilon, weightDecay } = operands;
      alignedPanels("take an Adam step", [output, gradient, firstMoment, secondMoment]);
      assertFit("take an Adam step", [{ name: "corrections", buffer: corrections, words: 2 }]);
      const items = output.rows * wholePanel(output).stride / 16;
      const block = itemsPerBlock(items, 28 * items, device.threads);
      const call = adamWasm.call("adam", { items, block }, {
        p: wholePanel(output).address,
        gradient: wholePanel(gradient).address,
        m: wholePanel(firstMoment).address,
        v: wholePanel(secondMoment).address,
        corrections: corrections.address,
        rate: learningRate,
        beta1,
        rest1: 1 - beta1,
        beta2,
        rest2: 1 - beta2,
        epsilon,
        decay: weightDecay,
      });
      return { run: () => device.parallel(call), facts: { block } };
    }),
});
