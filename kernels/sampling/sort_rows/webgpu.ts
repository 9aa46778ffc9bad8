/**
 * Sort of a block's rows on WebGPU.
 *
 * @module
 */
import { planSteps } from "../../id_map/plans/steps_webgpu.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { invocationNeeds, WORKGROUP } from "../../plans/plan_webgpu.ts";
import type { FinishOperandsOf } from "../sampling.ts";
import { sortRows, WORK_AN_ENTRY } from "./kernel.ts";
import source from "./sort_rows.wgsl" with { type: "text" };

/** Kernel `sort-rows@webgpu`; see `sort_rows.wgsl`. */
export const sortRowsWebGpu: KernelOn<"webgpu", FinishOperandsOf> = kernelOn("webgpu", sortRows, {
  source,
  parameters: { workgroup: WORKGROUP },
  needs: invocationNeeds(6),
  prepare: (device, { maxRows, rowPtr, map, values, layer, report }, { workgroup }) =>
    planSteps(device, (reserve) => ({
      launches: [{
        label: "sort rows",
        source,
        launch: { maxRows, layer },
        groups: Math.ceil(maxRows / workgroup),
        constants: { WORKGROUP: workgroup, VALUED: values ? 1 : 0 },
        buffers: [map.sizes, rowPtr, map.local, values ?? reserve("no values", 4), map.counters, report],
        multiplyAdds: map.capacity * WORK_AN_ENTRY,
      }],
    })),
});
