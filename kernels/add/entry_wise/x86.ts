/**
 * Linear combinations in machine code.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { alignedPanels } from "../../operand_fit.ts";
import { GROUP_SHAPES, groupItems, planEntries } from "../../plans/plan_entries_x86.ts";
import { planInArena, wholePanel } from "../../plans/plan_wasm.ts";
import { emittedSource } from "../../plans/plan_x86.ts";
import type { AddOperandsOf } from "../add.ts";
import { ADD_LAYOUT, emitAdd } from "./code_x86.ts";
import { entryWise } from "./kernel.ts";

/** Kernel `entry-wise@x86`; see `code_x86.ts`. */
export const addEntryWiseX86: KernelOn<"x86", AddOperandsOf> = kernelOn("x86", entryWise, {
  source: emittedSource(GROUP_SHAPES, emitAdd),
  phases: { entries: (isa) => emitAdd(isa, GROUP_SHAPES[0]) },
  prepare: (device, { x, y, output, alpha, beta }) =>
    planInArena(device, (arrays) => {
      alignedPanels("add matrices", [x, y, output]);
      return planEntries(device, arrays, {
        emit: emitAdd,
        layout: ADD_LAYOUT,
        items: groupItems(device, { rows: output.rows, floats: wholePanel(output).stride / 4 }),
        options: {},
        work: 8,
        reads: [wholePanel(x).address, wholePanel(y).address],
        values: {
          x: device.pointer(wholePanel(x).address),
          y: device.pointer(wholePanel(y).address),
          z: device.pointer(wholePanel(output).address),
          alpha,
          beta,
        },
      });
    }),
});
