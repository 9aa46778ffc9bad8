/**
 * Parameters and needs of samplers on WebGPU, and the launch that receives the destinations of a layer.
 *
 * @module
 */
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import { BLOCK, BLOCK_WORKGROUP, blockBytes } from "../../prefix_sum/prefix_sum_webgpu.ts";
import type { KernelOn } from "../../kernel.ts";
import type { Launch } from "../../plans/plan_webgpu.ts";
import type { LayerOperands } from "../sampling.ts";
import takeRows from "./take_rows.wgsl" with { type: "text" };

/** Storage buffers that a launch binds, of columns of the graph one. */
export const BINDINGS = 8;

/** Cost of a draw (a generator block, a search and an uncached read), in multiply-adds that take as long. */
export const WORK_A_DRAW = 256;

/**
 * Parameters and needs of all samplers on adapters. Their workgroups are blocks of destinations; those of
 * prefix sums need most.
 */
export const onAdapter: Pick<KernelOn<"webgpu", never>, "parameters" | "needs"> = {
  parameters: { workgroup: BLOCK_WORKGROUP },
  needs: ({ workgroup }) => ({
    workgroupBytes: blockBytes(Math.max(workgroup, BLOCK)),
    workgroupInvocations: Math.max(workgroup, BLOCK),
    storageBindings: BINDINGS,
  }),
};

/** WGSL of {@linkcode takingRows}. */
export const takingSource: string = takeRows;

/** Launch that makes the destinations the kept ids of the layer's ID map. */
export function takingRows(
  { destinations, map, maxRows }: LayerOperands<WebGpuBuffer>,
  workgroup: number,
): Launch {
  return {
    label: "take destinations",
    source: takeRows,
    constants: { WORKGROUP: workgroup },
    launch: { maxRows },
    groups: Math.ceil(maxRows / workgroup),
    multiplyAdds: maxRows,
    buffers: [destinations.sizes, destinations.counters, destinations.unique, map.sizes, map.unique],
  };
}
