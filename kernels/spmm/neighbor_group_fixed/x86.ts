/**
 * SpMM by neighbour groups in machine code, where groups of one row add integers to it.
 *
 * @module
 */
import { sumOf } from "../../../platform/lists/sum_of.ts";
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
import { spmmWasm } from "../spmm_bindings.ts";
import { refuseCoarseSums } from "./coarse_sums_wasm.ts";
import {
  emitNeighborGroupFixed,
  emitUnfix,
  FIXED_LAYOUT,
  LARGEST_PADDING,
  UNFIX_LAYOUT,
} from "./code_x86.ts";
import { neighborGroupFixed } from "./kernel.ts";
import { emitLargestMagnitude, MAGNITUDE_LAYOUT } from "./largest_magnitude_x86.ts";
import { MAGNITUDE_BLOCK, rowBounds } from "./row_bounds.ts";

/** Code of all phases, and the module that decides on refusals. */
const SOURCES = [
  emittedSource(SOURCE_SHAPES, (isa, { columns }) => emitLargestMagnitude(isa, columns)),
  emittedSource(SOURCE_SHAPES, (isa, { columns }) => emitClearRows(isa, columns)),
  emittedSource(
    SOURCE_SHAPES,
    (isa, shape) => emitNeighborGroupFixed(isa, { ...shape, width: shape.columns }),
  ),
  emittedSource(SOURCE_SHAPES, (isa, { columns }) => emitUnfix(isa, columns)),
  () => spmmWasm.digest,
];

/**
 * Kernel `neighbor-group-fixed@x86`; see `code_x86.ts`. Scales, errors and refusals are those of
 * `neighbor-group-fixed@wasm`; the refusal, which is decided once, runs as WebAssembly.
 */
export const neighborGroupFixedX86: KernelOn<"x86", SpmmOperandsOf> = kernelOn("x86", neighborGroupFixed, {
  source: () => SOURCES.map((source) => source()).join(" "),
  phases: {
    "largest magnitudes": phaseOfColumns(emitLargestMagnitude),
    "shared rows": phaseOfColumns(emitClearRows),
    "groups": phaseOfEntries(emitNeighborGroupFixed),
    "conversion to floats": phaseOfColumns(emitUnfix),
  },
  parameters: { groupSize: GROUP_SIZE },
  prepare: (device, operands, { groupSize }) =>
    planGroupsX86(device, operands, {
      id: neighborGroupFixed.id,
      groupSize,
      async build(uploaded, arrays) {
        const { args, groups, allGroups, allRows, sharedAdditions } = uploaded;
        const { matrix, x } = operands;
        const shape = { ...groupShape(device, operands, args), width: args.cols }, { columns } = shape;
        const bounds = arrays.upload("row bounds", rowBounds(matrix, groups));
        const largest = arrays.reserve("largest |x| of a column", args.stride + LARGEST_PADDING);
        const pointers = {
          ...groupPointers(device, args),
          firstRow: 0,
          bounds: device.pointer(bounds),
          largest: device.pointer(largest.address),
        };
        const measuring = {
          layout: MAGNITUDE_LAYOUT,
          code: emittedCode(device, emitLargestMagnitude, columns),
        };
        const clearing = { layout: CLEAR_LAYOUT, code: emittedCode(device, emitClearRows, columns) };
        const summing = { layout: FIXED_LAYOUT, code: emittedCode(device, emitNeighborGroupFixed, shape) };
        const unfixing = { layout: UNFIX_LAYOUT, code: emittedCode(device, emitUnfix, columns) };
        const everyX = { items: args.cols === 0 ? 0 : x.rows, block: MAGNITUDE_BLOCK };
        const measure = machineCall(device, arrays, measuring, everyX, pointers);
        const calls = [
          measure,
          machineCall(device, arrays, clearing, allRows, pointers),
          machineCall(device, arrays, summing, allGroups, pointers),
          machineCall(device, arrays, unfixing, allRows, pointers),
        ];
        await device.load(spmmWasm);
        device.clear(largest);
        measure();
        const scales = { bounds, largest: largest.address };
        await refuseCoarseSums(device, operands, uploaded, scales, arrays);
        const codes = [measuring, clearing, summing, unfixing];
        const codeBytes = sumOf(codes, ({ code }) => code.bytes.length);
        return {
          run: () => {
            device.clear(largest);
            calls.forEach((call) => call());
          },
          facts: { atomics: sharedAdditions, code_bytes: codeBytes },
        };
      },
    }),
});
