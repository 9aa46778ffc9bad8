/**
 * Dispatches that samplers on WebGPU share: copying the destinations, and summing the entries of rows.
 *
 * @module
 */
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import scanSums from "../id_map/scan_sums.wgsl" with { type: "text" };
import type { KernelOn } from "../kernel.ts";
import { type Launch, WORKGROUP } from "../plan_webgpu.ts";
import type { LayerOperands } from "./sampling.ts";
import takeRows from "./take_rows.wgsl" with { type: "text" };

const SCAN_WORKGROUP = 256;
const BINDINGS = 8;

/** Cost of a draw (a generator block, a search and an uncached read), in multiply-adds that take as long. */
export const WORK_A_DRAW = 256;

/** WGSL of {@linkcode takingRows} and {@linkcode addingUp}. */
export const LAYER_SOURCES: readonly string[] = [takeRows, scanSums];

/** Part of a kernel that all samplers on adapters have in common. */
export const onAdapter: Pick<KernelOn<"webgpu", never>, "backend" | "parameters" | "needs"> = {
  backend: "webgpu",
  parameters: { workgroup: WORKGROUP },
  needs: ({ workgroup }) => ({
    workgroupBytes: 4 * Math.max(workgroup, SCAN_WORKGROUP),
    workgroupInvocations: Math.max(workgroup, SCAN_WORKGROUP),
    storageBindings: BINDINGS,
  }),
};

/** Launch that makes the destinations the kept ids of the layer's ID map. */
export function takingRows(
  { destinations, map, maxRows }: LayerOperands<WebGpuBuffer>,
  workgroup: number,
): Launch {
  return {
    label: "take destinations",
    source: takeRows,
    constants: { WORKGROUP: workgroup },
    launch: [maxRows],
    groups: Math.ceil(maxRows / workgroup),
    multiplyAdds: maxRows,
    buffers: [destinations.sizes, destinations.counters, destinations.unique, map.sizes, map.unique],
  };
}

/** Launches of the prefix sum of counts, one per block or row; the total follows the counts. */
export function addingUp(counts: WebGpuBuffer, blocks: number): Launch {
  return {
    label: "add up blocks",
    source: scanSums,
    constants: { WORKGROUP: SCAN_WORKGROUP },
    launch: [blocks],
    buffers: [counts],
    groups: 1,
    multiplyAdds: blocks,
  };
}
