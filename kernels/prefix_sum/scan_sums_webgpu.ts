/**
 * Prefix sum of the counts of blocks on WebGPU, by one workgroup.
 *
 * @module
 */
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { Launch } from "../plans/plan_webgpu.ts";
import source from "./scan_sums.wgsl" with { type: "text" };

/** Invocations of the workgroup, and words of its memory. */
export const SCAN_WORKGROUP = 256;

/** WGSL of {@linkcode scanSums}. */
export const scanSource: string = source;

/** Launch that replaces `blocks` counts by the sums of those before them; the total follows the counts. */
export function scanSums(counts: WebGpuBuffer, blocks: number): Launch {
  return {
    label: "add up blocks",
    source,
    constants: { WORKGROUP: SCAN_WORKGROUP },
    launch: { blocks },
    buffers: [counts],
    groups: 1,
    multiplyAdds: blocks,
  };
}
