/**
 * Prefix sum over any number of counts on WebGPU, in three launches.
 *
 * @module
 */
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import { scanSums } from "../id_map/plans/scan_sums_webgpu.ts";
import { type Launch, WORKGROUP } from "../plan_webgpu.ts";
import blockSums from "./block_sums.wgsl" with { type: "text" };
import offsetsText from "./offsets.wgsl" with { type: "text" };

const GROUP = WORKGROUP.default;

/** Operands of a prefix sum. */
export interface PrefixSum {
  /** Counts, `items` words, which become the offset of each. */
  readonly counts: WebGpuBuffer;
  /** Offsets, `items + 1` words, written: the last is the sum of all counts. */
  readonly offsets: WebGpuBuffer;
  /** Number of counts. */
  readonly items: number;
}

/** Launches that compute the offsets; `reserve` allocates the sums of blocks. */
export function prefixSum(
  { counts, offsets, items }: PrefixSum,
  reserve: (label: string, bytes: number) => WebGpuBuffer,
): Launch[] {
  const blocks = Math.ceil(items / GROUP);
  const sums = reserve("sums of blocks", 4 * (blocks + 1));
  const common = {
    label: "prefix sum",
    constants: { WORKGROUP: GROUP },
    launch: { items, blocks },
    groups: blocks,
    multiplyAdds: items,
  };
  return [
    { ...common, source: blockSums, buffers: [counts, sums] },
    scanSums(sums, blocks),
    { ...common, source: offsetsText, buffers: [counts, sums, offsets] },
  ];
}
