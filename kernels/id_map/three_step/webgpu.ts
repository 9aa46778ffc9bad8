/**
 * Three-step ID map on WebGPU.
 *
 * @module
 */
import type { KernelOn } from "../../kernel.ts";
import type { IdMapOperandsOf } from "../id_map.ts";
import { mapOnAdapter } from "../plans/map_webgpu.ts";
import { SCAN_WORKGROUP, scanSource, scanSums } from "../../prefix_sum/scan_sums_webgpu.ts";
import { threeStep } from "./kernel.ts";
import enter from "./enter.wgsl" with { type: "text" };
import firstPlaces from "./first_places.wgsl" with { type: "text" };

/** Barriers of a prefix sum over a workgroup's invocations, as the two shaders execute it. */
function scanBarriers(workgroup: number): number {
  return 1 + 2 * Math.ceil(Math.log2(workgroup));
}

/**
 * Kernel `three-step@webgpu`; see `enter.wgsl`, `first_places.wgsl`, `scan_sums.wgsl`. The middle step takes
 * three launches, as a prefix sum over all workgroups needs a barrier between them.
 */
export const threeStepWebGpu: KernelOn<"webgpu", IdMapOperandsOf> = mapOnAdapter(threeStep, {
  sources: [enter, firstPlaces, scanSource],
  steps: 3,
  workgroupWords: (workgroup) => Math.max(workgroup, SCAN_WORKGROUP),
  scanInvocations: SCAN_WORKGROUP,
  number({ operands, table, workgroup, reserve, launch }) {
    const { sizes, ids, unique, counters, capacity, keptCapacity } = operands;
    const invocations = capacity + keptCapacity;
    const blocks = Math.ceil(invocations / workgroup);
    const sums = reserve("sums of blocks", 4 * (blocks + 1));
    const places = (assign: boolean) =>
      launch({
        source: firstPlaces,
        invocations,
        fields: { blocks },
        constants: { ASSIGN: assign ? 1 : 0 },
        buffers: [sizes, ids, unique, table, counters, sums],
      });
    return {
      launches: [
        launch({ source: enter, invocations, buffers: [sizes, ids, unique, table, counters] }),
        places(false),
        scanSums(sums, blocks),
        places(true),
      ],
      groupBarriers: 2 * blocks * scanBarriers(workgroup) + scanBarriers(SCAN_WORKGROUP),
    };
  },
});
