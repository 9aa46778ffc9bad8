/**
 * Adam in machine code.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { alignedPanels, assertFit } from "../../operand_fit.ts";
import { GROUP_SHAPES, groupItems, planEntries } from "../../plans/plan_entries_x86.ts";
import { planInArena, wholePanel } from "../../plans/plan_wasm.ts";
import { emittedSource } from "../../plans/plan_x86.ts";
import type { AdamOperandsOf } from "../adam.ts";
import { ADAM_LAYOUT, emitAdam } from "./code_x86.ts";
import { entryWise } from "./kernel.ts";

/** Kernel `entry-wise@x86`; see `code_x86.ts`. */
export const adamEntryWiseX86: KernelOn<"x86", AdamOperandsOf> = kernelOn("x86", entryWise, {
  source: emittedSource(GROUP_SHAPES, emitAdam),
  phases: { entries: (isa) => emitAdam(isa, GROUP_SHAPES[0]) },
  prepare: (device, operands) =>
    planInArena(device, (arrays) => {
      const { output, gradient, firstMoment, secondMoment, corrections } = operands;
      const { learningRate, beta1, beta2, epsilon, weightDecay } = operands;
      alignedPanels("take an Adam step", [output, gradient, firstMoment, secondMoment]);
      assertFit("take an Adam step", [{ name: "corrections", buffer: corrections, words: 2 }]);
      return planEntries(device, arrays, {
        emit: emitAdam,
        layout: ADAM_LAYOUT,
        items: groupItems(device, { rows: output.rows, floats: wholePanel(output).stride / 4 }),
        options: {},
        work: 28,
        values: {
          p: device.pointer(wholePanel(output).address),
          gradient: device.pointer(wholePanel(gradient).address),
          m: device.pointer(wholePanel(firstMoment).address),
          v: device.pointer(wholePanel(secondMoment).address),
          corrections: device.pointer(corrections.address),
          rate: learningRate,
          beta1,
          rest1: 1 - beta1,
          beta2,
          rest2: 1 - beta2,
          epsilon,
          decay: weightDecay,
        },
      });
    }),
});
