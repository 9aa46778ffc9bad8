/**
 * Three-step ID map on WebGPU.
 *
 * @module
 */
import type { KernelOn } from "../../kernel.ts";
import blockOffsets from "../../prefix_sum/block_offsets.wgsl" with { type: "text" };
import { BLOCK_WORKGROUP, blockBytes } from "../../prefix_sum/prefix_sum_webgpu.ts";
import type { IdMapOperandsOf } from "../id_map.ts";
import { mapOnAdapter } from "../plans/map_webgpu.ts";
import { threeStep } from "./kernel.ts";
import enter from "./enter.wgsl" with { type: "text" };
import firstPlaces from "./first_places.wgsl" with { type: "text" };

const placing = `${blockOffsets}\n${firstPlaces}`;
/**
 * Places of an invocation of `first_places.wgsl`, as each block reads the sums of all before it. The 8.4
 * million places of a mini-batch of 8,000 seeds with fan-outs 5, 10 and 15 are 8,250 blocks, which read
 * 136 MB; with one place an invocation they would read 2.2 GB.
 */
const PLACES = 4;
/** Bytes of workgroup memory for the sum of a block, whose layout is rounded up. */
const TOTAL_BYTES = 16;

/** Barriers of a workgroup that adds up a block, and of one that scans it. */
function blockBarriers(workgroup: number): number {
  return 1 + (1 + 2 * Math.ceil(Math.log2(workgroup)));
}

/**
 * Kernel `three-step@webgpu`; see `enter.wgsl`, `first_places.wgsl`. No launch adds up the sums of blocks: a
 * block that numbers its first places adds up those before it.
 */
export const threeStepWebGpu: KernelOn<"webgpu", IdMapOperandsOf> = mapOnAdapter(threeStep, {
  sources: [enter, placing],
  steps: 3,
  workgroup: BLOCK_WORKGROUP,
  workgroupBytes: (workgroup) => blockBytes(workgroup) + TOTAL_BYTES,
  number({ operands, table, workgroup, reserve, launch }) {
    const { sizes, ids, unique, counters, capacity, keptCapacity } = operands;
    const places = capacity + keptCapacity, blocks = Math.ceil(places / (PLACES * workgroup));
    const sums = reserve("sums of blocks", 4 * Math.max(1, blocks));
    const placed = (assign: boolean) =>
      launch({
        source: placing,
        items: places,
        itemsEach: PLACES,
        fields: { blocks },
        constants: { ASSIGN: assign ? 1 : 0 },
        buffers: [sizes, ids, unique, table, counters, sums],
      });
    return {
      launches: [
        launch({ source: enter, items: places, buffers: [sizes, ids, unique, table, counters] }),
        placed(false),
        placed(true),
      ],
      groupBarriers: blocks * blockBarriers(workgroup),
    };
  },
});
