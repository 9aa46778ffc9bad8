/**
 * Sort of a block's rows on WebGPU.
 *
 * @module
 */
import { MAX_FANOUT } from "../../../graph/sampling/uniform.ts";
import { planSteps } from "../../id_map/plans/steps_webgpu.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { invocationNeeds, WORKGROUP } from "../../plans/plan_webgpu.ts";
import type { FinishOperandsOf } from "../sampling.ts";
import { sortRows, WORK_AN_ENTRY } from "./kernel.ts";
import prelude from "./rows_to_sort.wgsl" with { type: "text" };
import longText from "./sort_long_rows.wgsl" with { type: "text" };
import shortText from "./sort_rows.wgsl" with { type: "text" };

/** Most entries of a row that one invocation sorts; no row of a sampler with a fan-out has more. */
const SHORT = MAX_FANOUT;

/** Needs of a launch that has no workgroup memory. */
const needs = invocationNeeds(6);

/** Kernel `sort-rows@webgpu`; see `sort_rows.wgsl`, `sort_long_rows.wgsl`. */
export const sortRowsWebGpu: KernelOn<"webgpu", FinishOperandsOf> = kernelOn("webgpu", sortRows, {
  source: prelude + shortText + longText,
  parameters: { workgroup: WORKGROUP },
  needs: (parameters) => ({
    ...needs(parameters),
    // Layouts in memory are rounded up to 16 bytes.
    workgroupBytes: 16 * Math.ceil(parameters.workgroup / 4),
  }),
  prepare: (device, { maxRows, longestRow, rowPtr, map, values, layer, report }, { workgroup }) =>
    planSteps(device, (reserve) => ({
      launches: [{
        label: "sort rows",
        source: prelude + (longestRow > SHORT ? longText : shortText),
        launch: { maxRows, layer },
        groups: longestRow > SHORT ? maxRows : Math.ceil(maxRows / workgroup),
        constants: { WORKGROUP: workgroup, VALUED: values ? 1 : 0 },
        buffers: [map.sizes, rowPtr, map.local, values ?? reserve("no values", 4), map.counters, report],
        multiplyAdds: map.capacity * WORK_AN_ENTRY,
      }],
    })),
});
