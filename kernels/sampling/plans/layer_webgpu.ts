/**
 * Plans of samplers on WebGPU: launches one after the other, and the launch that receives the destinations.
 *
 * @module
 */
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { SCAN_WORKGROUP } from "../../id_map/plans/scan_sums_webgpu.ts";
import type { KernelOn, Plan } from "../../kernel.ts";
import { type Launch, planOnWebGpu, type WebGpuPlanBuilder, WORKGROUP } from "../../plan_webgpu.ts";
import type { LayerOperands } from "../sampling.ts";
import takeRows from "./take_rows.wgsl" with { type: "text" };

const BINDINGS = 8;

/** Cost of a draw (a generator block, a search and an uncached read), in multiply-adds that take as long. */
export const WORK_A_DRAW = 256;

/** Parameters and needs of all samplers on adapters, whose longest step is the sum over the blocks. */
export const onAdapter: Pick<KernelOn<"webgpu", never>, "parameters" | "needs"> = {
  parameters: { workgroup: WORKGROUP },
  needs: ({ workgroup }) => ({
    workgroupBytes: 4 * Math.max(workgroup, SCAN_WORKGROUP),
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

/** Plans a step of a layer; `cleared` is zeroed before the launches. */
export function planLayer(
  device: WebGpuDevice,
  step: (reserve: WebGpuPlanBuilder["reserve"]) => {
    readonly launches: readonly Launch[];
    readonly cleared?: WebGpuBuffer;
  },
): Promise<Plan> {
  return planOnWebGpu(device, async ({ reserve, dispatch }) => {
    const { launches, cleared } = step(reserve);
    const dispatches: (() => void)[] = [];
    for (const launch of launches) dispatches.push(await dispatch(launch));
    return {
      run: () => {
        if (cleared) device.clear(cleared);
        for (const encode of dispatches) encode();
      },
      facts: { launches: dispatches.length },
    };
  });
}
