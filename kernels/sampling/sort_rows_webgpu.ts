/**
 * Sort of a block's rows on WebGPU.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { invocationNeeds, planOnWebGpu, WORKGROUP } from "../plan_webgpu.ts";
import type { FinishOperandsOf } from "./sampling.ts";
import sortRows from "./sort_rows.wgsl" with { type: "text" };

/** Approximate cost of sorting an entry, in steps of the sort. */
const WORK_AN_ENTRY = 16;

/**
 * Kernel `sort-rows@webgpu`; see `sort_rows.wgsl`. Values are sorted along with their columns, and the sizes
 * of the block are reported.
 */
export const sortRowsWebGpu: KernelOn<"webgpu", FinishOperandsOf> = {
  id: "sort-rows",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping: "one invocation sorts a row by Shell's sort",
  source: sortRows,
  parameters: { workgroup: WORKGROUP },
  needs: invocationNeeds(6),
  prepare: (device, { maxRows, rowPtr, map, values, layer, report }, { workgroup }) =>
    planOnWebGpu(device, async ({ reserve, dispatch }) => {
      const blocks = Math.ceil(maxRows / workgroup);
      const run = await dispatch({
        label: "sort rows",
        source: sortRows,
        launch: [blocks, layer],
        groups: blocks,
        constants: { WORKGROUP: workgroup, VALUED: values ? 1 : 0 },
        buffers: [map.sizes, rowPtr, map.local, values ?? reserve("no values", 4), map.counters, report],
        multiplyAdds: map.capacity * WORK_AN_ENTRY,
      });
      return { run, facts: { launches: 1 } };
    }),
};
