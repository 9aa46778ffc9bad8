/**
 * SpMM by neighbour groups in machine code: groups write partial rows, which a second phase sums.
 *
 * @module
 */
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";
import { phaseOfColumns } from "../../machine_code/code_phases.ts";
import { emittedCode } from "../../machine_code/emitted_code.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { itemsPerBlock } from "../../plans/plan_wasm.ts";
import { emittedSource, machineCall } from "../../plans/plan_x86.ts";
import { SOURCE_SHAPES } from "../plans/csr_plan_x86.ts";
import { GROUP_SIZE } from "../plans/group_parameters.ts";
import { groupPointers, groupShape, planGroupsX86 } from "../plans/groups_x86/group_plan_x86.ts";
import { phaseOfEntries } from "../plans/entry_phase_x86.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { emitNeighborGroup, NEIGHBOR_GROUP_LAYOUT } from "./code_x86.ts";
import { neighborGroup } from "./kernel.ts";
import { emitPartialSums, PARTIAL_SUM_LAYOUT } from "./sum_x86.ts";
import { reservePartials } from "./partial_rows_wasm.ts";

/** Code of both phases. */
const SOURCES = [
  emittedSource(SOURCE_SHAPES, emitNeighborGroup),
  emittedSource(SOURCE_SHAPES, (isa, { columns }) => emitPartialSums(isa, columns)),
];

/** Kernel `neighbor-group@x86`; see `code_x86.ts` and `sum_x86.ts`. */
export const neighborGroupX86: KernelOn<"x86", SpmmOperandsOf> = kernelOn("x86", neighborGroup, {
  source: () => SOURCES.map((source) => source()).join(" "),
  phases: {
    "sums of groups": phaseOfEntries(emitNeighborGroup),
    "sums of rows": phaseOfColumns(emitPartialSums),
  },
  parameters: { groupSize: GROUP_SIZE },
  prepare: (device: X86Device, operands, { groupSize }) =>
    planGroupsX86(device, operands, {
      id: neighborGroup.id,
      groupSize,
      build(uploaded, arrays) {
        const { args, allGroups: { block } } = uploaded, { stride } = args;
        const shape = groupShape(device, operands, args);
        const { slotPtr, partials, waves } = reservePartials(operands, uploaded, arrays);
        const sums = { layout: NEIGHBOR_GROUP_LAYOUT, code: emittedCode(device, emitNeighborGroup, shape) };
        const additions = {
          layout: PARTIAL_SUM_LAYOUT,
          code: emittedCode(device, emitPartialSums, shape.columns),
        };
        const calls = waves.flatMap(({ firstGroup, lastGroup, firstSlot, lastSlot, firstRow, lastRow }) => {
          const rows = lastRow - firstRow, work = (lastSlot - firstSlot + rows) * stride / 4;
          const summed = { items: rows, block: itemsPerBlock(rows, work, device.threads) };
          const slotZero = device.pointer(partials.address) - BigInt(firstSlot * stride);
          const all = { ...groupPointers(device, args), slotPtr: device.pointer(slotPtr) };
          return [
            machineCall(device, arrays, sums, { items: lastGroup - firstGroup, block }, {
              ...all,
              firstGroup,
              partials: slotZero - BigInt(stride),
            }),
            machineCall(device, arrays, additions, summed, {
              ...all,
              firstRow,
              firstSlot,
              lastSlot,
              partials: slotZero,
            }),
          ];
        });
        const codeBytes = sums.code.bytes.length + additions.code.bytes.length;
        return {
          run: () => calls.forEach((call) => call()),
          facts: {
            atomics: 0,
            partial_bytes: partials.bytes,
            waves: waves.length,
            code_bytes: codeBytes,
          },
        };
      },
    }),
});
