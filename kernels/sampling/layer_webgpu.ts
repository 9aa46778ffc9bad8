/**
 * Dispatches that samplers on WebGPU share: taking over the destinations, and adding up the entries of rows.
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

/**
 * A draw is a generator block, a search and an uncached read; this says how many multiply-adds take as long.
 */
export const WORK_A_DRAW = 256;

/** The shaders behind {@linkcode takingRows} and {@linkcode addingUp}. */
export const LAYER_SOURCES: readonly string[] = [takeRows, scanSums];

/** What the kernels of samplers on adapters have in common. */
export const onAdapter: Pick<KernelOn<"webgpu", never>, "backend" | "parameters" | "needs"> = {
  backend: "webgpu",
  parameters: { workgroup: WORKGROUP },
  needs: ({ workgroup }) => ({
    workgroupBytes: 4 * Math.max(workgroup, SCAN_WORKGROUP),
    workgroupInvocations: Math.max(workgroup, SCAN_WORKGROUP),
    storageBindings: BINDINGS,
  }),
};

/** The destinations become the kept ids of the layer's ID map. */
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

/** Counts, one a block or a row, become what lies before each; their sum follows them. */
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
