/**
 * SpMM by neighbour groups in machine code, where groups of one row add to it by compare-exchange.
 *
 * @module
 */
import { phaseOfColumns } from "../../machine_code/code_phases.ts";
import { emittedCode } from "../../machine_code/emitted_code.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { emittedSource, machineCall } from "../../plans/plan_x86.ts";
import { SOURCE_SHAPES } from "../plans/csr_plan_x86.ts";
import { GROUP_SIZE } from "../plans/group_parameters.ts";
import { groupPointers, groupShape, planGroupsX86 } from "../plans/groups_x86/group_plan_x86.ts";
import { CLEAR_LAYOUT, emitClearRows } from "../plans/groups_x86/group_rows_x86.ts";
import { phaseOfEntries } from "../plans/entry_phase_x86.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { CAS_LAYOUT, emitNeighborGroupCas } from "./code_x86.ts";
import { neighborGroupCas } from "./kernel.ts";

/** Code of both phases. */
const SOURCES = [
  emittedSource(SOURCE_SHAPES, (isa, { columns }) => emitClearRows(isa, columns)),
  emittedSource(
    SOURCE_SHAPES,
    (isa, shape) => emitNeighborGroupCas(isa, { ...shape, width: shape.columns }),
  ),
];

/** Kernel `neighbor-group-cas@x86`; see `code_x86.ts`. */
export const neighborGroupCasX86: KernelOn<"x86", SpmmOperandsOf> = kernelOn("x86", neighborGroupCas, {
  source: () => SOURCES.map((source) => source()).join(" "),
  phases: {
    "shared rows": phaseOfColumns(emitClearRows),
    "groups": phaseOfEntries(emitNeighborGroupCas),
  },
  parameters: { groupSize: GROUP_SIZE },
  prepare: (device, operands, { groupSize }) =>
    planGroupsX86(device, operands, {
      id: neighborGroupCas.id,
      groupSize,
      build({ args, allGroups, allRows, sharedAdditions }, arrays) {
        const shape = { ...groupShape(device, operands, args), width: args.cols };
        const pointers = { ...groupPointers(device, args), firstRow: 0 };
        const clearing = { layout: CLEAR_LAYOUT, code: emittedCode(device, emitClearRows, shape.columns) };
        const adding = { layout: CAS_LAYOUT, code: emittedCode(device, emitNeighborGroupCas, shape) };
        const clear = machineCall(device, arrays, clearing, allRows, pointers);
        const add = machineCall(device, arrays, adding, allGroups, pointers);
        return {
          run: () => {
            clear();
            add();
          },
          facts: {
            atomics: sharedAdditions,
            code_bytes: clearing.code.bytes.length + adding.code.bytes.length,
          },
        };
      },
    }),
});
