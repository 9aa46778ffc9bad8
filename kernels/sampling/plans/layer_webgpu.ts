/**
 * Parameters and needs of samplers on WebGPU, and the launch that receives the destinations of a layer.
 *
 * @module
 */
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import { SCAN_WORKGROUP } from "../../prefix_sum/scan_sums_webgpu.ts";
import type { KernelOn } from "../../kernel.ts";
import { type Launch, WORKGROUP } from "../../plans/plan_webgpu.ts";
import type { LayerOperands } from "../sampling.ts";
import takeRows from "./take_rows.wgsl" with { type: "text" };

/** Storage buffers that a launch binds, of columns of the graph one. */
export const BINDINGS = 8;

/** Cost of a draw (a generator block, a search and an uncached read), in multiply-adds that take as long. */
export const WORK_A_DRAW = 256;

/** Parameters and needs of all samplers on adapters, whose longest steps are prefix sums. */
export const onAdapter: Pick<KernelOn<"webgpu", never>, "parameters" | "needs"> = {
  parameters: { workgroup: WORKGROUP },
  needs: ({ workgroup }) => ({
    workgroupBytes: 4 * Math.max(2 * workgroup, SCAN_WORKGROUP),
    workgroupInvocations: Math.max(workgroup, SCAN_WORKGROUP),
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
