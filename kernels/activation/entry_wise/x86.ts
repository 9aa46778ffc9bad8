/**
 * Activations and their gradient in machine code.
 *
 * @module
 */
import { assertEpilogue } from "../../epilogue/stage_epilogue.ts";
import { epilogueArguments } from "../../epilogue/x86.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { alignedPanels } from "../../operand_fit.ts";
import { GROUP_SHAPES, groupItems, planEntries } from "../../plans/plan_entries_x86.ts";
import { planInArena, wholePanel } from "../../plans/plan_wasm.ts";
import { emittedSource } from "../../plans/plan_x86.ts";
import type { ActivationGradientOperandsOf, ActivationOperandsOf } from "../activation.ts";
import { emitActivation, emitGradient, GRADIENT_LAYOUT } from "./code_x86.ts";
import { entryWise } from "./kernel.ts";
import { ACTIVATION_WORK, planActivation } from "./activation_plan_x86.ts";

const SOURCE_SHAPES = GROUP_SHAPES.flatMap((rows) => [true, false].map((drops) => ({ ...rows, drops })));

/** Kernel `entry-wise@x86` of activations; see `code_x86.ts`. */
export const activationEntryWiseX86: KernelOn<"x86", ActivationOperandsOf> = kernelOn("x86", entryWise, {
  source: emittedSource(
    SOURCE_SHAPES.flatMap((shape) => [0, 16, 64].map((period) => ({ ...shape, period }))),
    emitActivation,
  ),
  phases: { entries: (isa) => emitActivation(isa, { ...SOURCE_SHAPES[0], period: 0 }) },
  prepare: (device, { x, y, epilogue }) =>
    planInArena(device, (arrays) => {
      alignedPanels("activate a matrix", [x, y]);
      assertEpilogue(epilogue, y.cols);
      return planActivation(device, arrays, {
        x: wholePanel(x).address,
        y: wholePanel(y).address,
        rows: y.rows,
        floats: wholePanel(y).stride / 4,
        epilogue,
      });
    }),
});

/** Kernel `entry-wise@x86` of their gradient; see `code_x86.ts`. */
export const activationGradientEntryWiseX86: KernelOn<"x86", ActivationGradientOperandsOf> = kernelOn(
  "x86",
  entryWise,
  {
    source: emittedSource(SOURCE_SHAPES, emitGradient),
    phases: { entries: (isa) => emitGradient(isa, SOURCE_SHAPES[0]) },
    prepare: (device, { y, gradient, output, epilogue }) =>
      planInArena(device, (arrays) => {
        alignedPanels("compute the gradient of an activation", [gradient, y, output]);
        const floats = wholePanel(output).stride / 4;
        return planEntries(device, arrays, {
          emit: emitGradient,
          layout: GRADIENT_LAYOUT,
          items: groupItems(device, { rows: output.rows, floats }),
          // With ReLU the sign of Y says which entries were dropped.
          options: { drops: epilogue.dropout !== undefined && epilogue.negativeSlope !== 0 },
          work: ACTIVATION_WORK,
          reads: [wholePanel(gradient).address, wholePanel(y).address],
          values: {
            gradient: device.pointer(wholePanel(gradient).address),
            y: device.pointer(wholePanel(y).address),
            to: device.pointer(wholePanel(output).address),
            ...epilogueArguments(device, epilogue),
          },
        });
      }),
  },
);
