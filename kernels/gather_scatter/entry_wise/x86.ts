/**
 * Gathers of entries with dropout in machine code.
 *
 * @module
 */
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";
import { emittedCode } from "../../machine_code/emitted_code.ts";
import { dropoutArguments } from "../../epilogue/x86.ts";
import { type KernelOn, kernelOn, type Plan } from "../../kernel.ts";
import { GROUP_SHAPES, groupItems, planEntries } from "../../plans/plan_entries_x86.ts";
import { itemsPerBlock, type PlanArrays, planInArena, wholePanel } from "../../plans/plan_wasm.ts";
import { emittedSource, machineCall } from "../../plans/plan_x86.ts";
import type { GatherEntriesOperandsOf } from "../entries.ts";
import {
  emitEntries,
  emitGatherEntries,
  ENTRIES_LAYOUT,
  type EntriesShape,
  GATHER_LAYOUT,
  type GatherShape,
} from "./code_x86.ts";
import { entryWise } from "./kernel.ts";
import { assertEntries } from "./operand_fit.ts";

/** Cost of a Threefry block of four lanes, and of four entries without one, in multiply-adds. */
const DRAW_WORK = 128, COPY_WORK = 4;

const SOURCE_SHAPES: readonly (EntriesShape | GatherShape)[] = [true, false].flatMap((drops) => [
  ...GROUP_SHAPES.map((rows) => ({ ...rows, drops })),
  ...[0, 1, 7].map((last) => ({ last, drops })),
]);

/** Plan of the combination of index and dropout at hand. */
function planFor(
  device: X86Device,
  arrays: PlanArrays,
  { x, index, dropout, output }: GatherEntriesOperandsOf["wasm"],
): Omit<Plan, "destroy"> {
  const values = {
    x: device.pointer(wholePanel(x).address),
    y: device.pointer(wholePanel(output).address),
    ...dropoutArguments(device, dropout),
  };
  const drops = dropout !== undefined, entries = output.cols, lanes = device.isa === "avx512" ? 16 : 8;
  if (!index) {
    const items = groupItems(device, { rows: 1, floats: wholePanel(output).stride / 4 });
    // Four vectors of four entries share the draw of a block of four lanes.
    const work = drops ? DRAW_WORK / 4 : COPY_WORK;
    const call = { emit: emitEntries, layout: ENTRIES_LAYOUT, items, options: { drops }, work, values };
    return planEntries(device, arrays, call);
  }
  const items = Math.ceil(entries / lanes);
  const block = itemsPerBlock(items, entries / 4 * (drops ? DRAW_WORK : COPY_WORK), device.threads);
  if (items === 0) return { run: () => {}, facts: { block } };
  const code = emittedCode(device, emitGatherEntries, { last: entries % lanes, drops });
  const run = machineCall(device, arrays, { code, layout: GATHER_LAYOUT }, { items, block }, {
    ...values,
    index: device.pointer(index.address),
    wholeVectors: Math.floor(entries / lanes),
    lastSource: x.cols - 1,
  });
  return { run, facts: { block, code_bytes: code.bytes.length } };
}

/** Kernel `entry-wise@x86`; see `code_x86.ts`. */
export const gatherEntriesEntryWiseX86: KernelOn<"x86", GatherEntriesOperandsOf> = kernelOn(
  "x86",
  entryWise,
  {
    source: emittedSource(
      SOURCE_SHAPES,
      (isa, shape) => "floats" in shape ? emitEntries(isa, shape) : emitGatherEntries(isa, shape),
    ),
    phases: {
      "all entries in order": (isa) => emitEntries(isa, { ...GROUP_SHAPES[0], drops: false }),
      "entries by index": (isa) => emitGatherEntries(isa, { last: 0, drops: false }),
    },
    prepare: (device, operands) =>
      planInArena(device, (arrays) => {
        assertEntries(operands);
        return planFor(device, arrays, operands);
      }),
  },
);
