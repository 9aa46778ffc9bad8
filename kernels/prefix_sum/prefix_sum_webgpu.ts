/**
 * Prefix sum over any number of counts on WebGPU, in two launches over all workgroups.
 *
 * @module
 */
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { Parameter } from "../kernel.ts";
import { type Launch, type WebGpuPlanBuilder, WORKGROUP } from "../plans/plan_webgpu.ts";
import blockOffsets from "./block_offsets.wgsl" with { type: "text" };
import blockSums from "./block_sums.wgsl" with { type: "text" };
import offsetsText from "./offsets.wgsl" with { type: "text" };

/**
 * Invocations of a workgroup that adds up a block. They are many, as each block reads the sums of all before
 * it: with one count an invocation, a million counts are 4,096 blocks, which read 34 MB.
 */
export const BLOCK = 256;

/** Parameter of kernels whose workgroups add up blocks. */
export const BLOCK_WORKGROUP: Parameter = { ...WORKGROUP, default: BLOCK };

/** Bytes of workgroup memory of `block_offsets.wgsl`: a pair an invocation, in a layout rounded up. */
export function blockBytes(workgroup: number): number {
  return 16 * Math.ceil(workgroup / 2);
}

const adding = `${blockOffsets}\n${offsetsText}`;

/** WGSL of a prefix sum whose counts another launch has left. */
export const prefixSumSource: string = `${blockSums}\n${adding}`;

/** Operands of a prefix sum. */
export interface PrefixSum {
  /** Counts, `items` words, which become the offset of each. */
  readonly counts: WebGpuBuffer;
  /** Offsets, `items + 1` words, written: the last is the sum of all counts. */
  readonly offsets: WebGpuBuffer;
  /** Number of counts. */
  readonly items: number;
  /**
   * First launch where it also computes the counts; it leaves the sum of each block behind its `buffers`. By
   * default one that reads the counts.
   */
  readonly summing?: Pick<Launch, "source" | "buffers" | "multiplyAdds">;
}

/** Launches that compute the offsets; `reserve` allocates the sums of blocks. */
export function prefixSum(
  { counts, offsets, items, summing = { source: blockSums, buffers: [counts], multiplyAdds: items } }:
    PrefixSum,
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
      source: adding,
      buffers: [counts, sums, offsets],
      multiplyAdds: items + blocks * blocks / 2,
    },
  ];
}
