/**
 * Gathers and scatters of rows in machine code.
 *
 * @module
 */
import { phaseOfRows } from "../../machine_code/code_phases.ts";
import { emittedCode } from "../../machine_code/emitted_code.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { GROUP_SHAPES, groupItems, planEntries } from "../../plans/plan_entries_x86.ts";
import { itemsPerBlock, planInArena, wholePanel } from "../../plans/plan_wasm.ts";
import { emittedSource, machineCall } from "../../plans/plan_x86.ts";
import type { RowsOperandsOf } from "../rows.ts";
import { CLEAR_LAYOUT, emitClear, emitGatherRows, emitScatterRows, ROW_COPY_LAYOUT } from "./code_x86.ts";
import { gatherCopy, scatterCopy } from "./kernel.ts";
import { assertCopy } from "./operand_fit.ts";

/** Rows that stand for all others in a kernel's source. */
export const COPY_SHAPES = [4, 16, 68, 300].map((columns) => ({ columns }));

/** Kernel `row-copy@x86` of gather-rows; see `code_x86.ts`. */
export const gatherRowsCopyX86: KernelOn<"x86", RowsOperandsOf> = kernelOn("x86", gatherCopy, {
  source: emittedSource(COPY_SHAPES, emitGatherRows),
  phases: { rows: phaseOfRows(emitGatherRows) },
  prepare: (device, { x, index, output }) =>
    planInArena(device, (arrays) => {
      assertCopy("gather rows", { whole: x, part: output, index });
      const { address, stride } = wholePanel(output), items = stride === 0 ? 0 : output.rows;
      const block = itemsPerBlock(items, items * stride / 4, device.threads);
      if (items === 0) return { run: () => {}, facts: { block } };
      const code = emittedCode(device, emitGatherRows, { columns: stride / 4 });
      const run = machineCall(device, arrays, { code, layout: ROW_COPY_LAYOUT }, { items, block }, {
        whole: device.pointer(wholePanel(x).address),
        part: device.pointer(address),
        index: device.pointer(index.address),
        lastRow: x.rows - 1,
      });
      return { run, facts: { block, code_bytes: code.bytes.length } };
    }),
});

/** Kernel `row-copy@x86` of scatter-rows; see `code_x86.ts`. */
export const scatterRowsCopyX86: KernelOn<"x86", RowsOperandsOf> = kernelOn("x86", scatterCopy, {
  source: emittedSource(
    [...GROUP_SHAPES, ...COPY_SHAPES],
    (isa, shape) => "columns" in shape ? emitScatterRows(isa, shape) : emitClear(isa, shape),
  ),
  phases: {
    "zeros": (isa) => emitClear(isa, GROUP_SHAPES[0]),
    "rows": phaseOfRows(emitScatterRows),
  },
  prepare: (device, { x, index, output }) =>
    planInArena(device, (arrays) => {
      assertCopy("scatter rows", { whole: output, part: x, index });
      const { address, stride } = wholePanel(output), items = stride === 0 ? 0 : x.rows;
      const y = device.pointer(address);
      const { run: clear } = planEntries(device, arrays, {
        emit: emitClear,
        layout: CLEAR_LAYOUT,
        items: groupItems(device, { rows: output.rows, floats: stride / 4 }),
        options: {},
        work: 4,
        values: { y },
      });
      const block = itemsPerBlock(items, items * stride / 4, device.threads);
      if (items === 0) return { run: clear, facts: { block } };
      const code = emittedCode(device, emitScatterRows, { columns: stride / 4 });
      const scatter = machineCall(device, arrays, { code, layout: ROW_COPY_LAYOUT }, { items, block }, {
        whole: y,
        part: device.pointer(wholePanel(x).address),
        index: device.pointer(index.address),
        lastRow: output.rows - 1,
      });
      return {
        run: () => {
          clear();
          scatter();
        },
        facts: { block, code_bytes: code.bytes.length },
      };
    }),
});
