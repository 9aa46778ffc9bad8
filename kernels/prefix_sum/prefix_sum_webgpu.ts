/**
 * Prefix sum over any number of counts on WebGPU, in two launches.
 *
 * @module
 */
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { Launch, WebGpuPlanBuilder } from "../plans/plan_webgpu.ts";
import blockOffsets from "./block_offsets.wgsl" with { type: "text" };
import offsetsText from "./offsets.wgsl" with { type: "text" };

/** Counts of a block: many, as the launches' reads grow with the square of the number of blocks. */
const BLOCK = 256;

/** Operands of a prefix sum. */
export interface PrefixSum {
  /** Counts, `items` words, which become the offset of each. */
  readonly counts: WebGpuBuffer;
  /** Offsets, `items + 1` words, written: the last is the sum of all counts. */
  readonly offsets: WebGpuBuffer;
  /** Number of counts. */
  readonly items: number;
  /** First launch: leaves the sum of each block behind its `buffers`, and may compute the counts. */
  readonly summing: Pick<Launch, "source" | "buffers" | "multiplyAdds">;
}

/** Launches that compute the offsets; `reserve` allocates the sums of blocks. */
export function prefixSum(
  { counts, offsets, items, summing }: PrefixSum,
  reserve: WebGpuPlanBuilder["reserve"],
): Launch[] {
  const blocks = Math.ceil(items / BLOCK), sums = reserve("sums of blocks", 4 * Math.max(1, blocks));
  const common = {
    label: "prefix sum",
    constants: { WORKGROUP: BLOCK },
    launch: { items, blocks },
    groups: blocks,
  };
  return [
    { ...common, ...summing, buffers: [...summing.buffers, sums] },
    {
      ...common,
      source: blockOffsets + offsetsText,
      buffers: [counts, sums, offsets],
      multiplyAdds: items + blocks * blocks / 2,
    },
  ];
}
