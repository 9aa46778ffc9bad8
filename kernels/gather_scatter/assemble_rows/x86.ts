/**
 * Assembly of a batch in machine code.
 *
 * @module
 */
import { phaseOfRows } from "../../machine_code/code_phases.ts";
import { type AssembleRowsOperandsOf, assertAssembly } from "../assembled_rows.ts";
import { emittedCode } from "../../machine_code/emitted_code.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { itemsPerBlock, planInArena, wholePanel } from "../../plans/plan_wasm.ts";
import { emittedSource, machineCall } from "../../plans/plan_x86.ts";
import { COPY_SHAPES } from "../row_copy/x86.ts";
import { ASSEMBLE_LAYOUT, emitAssembleRows } from "./code_x86.ts";
import { assembleCopy } from "./kernel.ts";

/** Kernel `row-copy@x86` of assemble-rows; see `code_x86.ts`. */
export const assembleRowsCopyX86: KernelOn<"x86", AssembleRowsOperandsOf> = kernelOn("x86", assembleCopy, {
  source: emittedSource(COPY_SHAPES, emitAssembleRows),
  phases: { rows: phaseOfRows(emitAssembleRows) },
  prepare: (device, operands) =>
    planInArena(device, (arrays) => {
      assertAssembly(operands);
      const { cache, previous, place, firstStaged, output } = operands;
      const { address, stride } = wholePanel(output), items = stride === 0 ? 0 : firstStaged;
      const block = itemsPerBlock(items, items * stride / 4, device.threads);
      if (items === 0) return { run: () => {}, facts: { block } };
      const code = emittedCode(device, emitAssembleRows, { columns: stride / 4 });
      const run = machineCall(device, arrays, { code, layout: ASSEMBLE_LAYOUT }, { items, block }, {
        cache: device.pointer(wholePanel(cache).address),
        previous: device.pointer(wholePanel(previous).address),
        y: device.pointer(address),
        place: device.pointer(place.address),
        cacheRows: cache.rows,
        resident: cache.rows + previous.rows,
        firstStaged,
        stagedRows: output.rows - firstStaged,
      });
      return { run, facts: { block, code_bytes: code.bytes.length } };
    }),
});
