/**
 * First pass of the fixed-point kernel on WebGPU: the largest |x| of each column.
 *
 * @module
 */
import type { DeviceMatrix } from "../../../hardware/dense.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { Needs } from "../../kernel.ts";
import type { WebGpuPlanBuilder } from "../../plans/plan_webgpu.ts";
import source from "./column_bound.wgsl" with { type: "text" };

/** WGSL of the pass. */
export const columnBoundSource: string = source;

const WORKGROUP = 256;
const LANES = 16;
const ROWS = 1024;

/** Needs of the pass. */
export const columnBoundNeeds: Needs = {
  workgroupBytes: 16 * LANES,
  workgroupInvocations: WORKGROUP,
  storageBindings: 2,
};

/** Largest |x| of each column, and the work that finds them. */
export interface ColumnBounds {
  /** Bounds of the columns of each panel of X. */
  readonly bounds: ReadonlyMap<WebGpuBuffer, WebGpuBuffer>;
  /** Functions that encode the pass, one for each panel. */
  readonly dispatches: readonly (() => void)[];
}

/** Plans the dispatches that find the largest |x| of each column of each panel. */
export async function planColumnBounds(
  device: WebGpuDevice,
  x: DeviceMatrix<WebGpuBuffer>,
  { reserve, dispatch }: WebGpuPlanBuilder,
): Promise<ColumnBounds> {
  const bounds = new Map<WebGpuBuffer, WebGpuBuffer>();
  const dispatches: (() => void)[] = [];
  for (const { stride, buffer } of x.panels) {
    const vectors = stride / 4, bound = reserve("column bound", stride * 4);
    bounds.set(buffer, bound);
    const encode = await dispatch({
      label: "column-bound",
      source,
      constants: { WORKGROUP, LANES, ROWS },
      launch: { rows: x.rows, columns: vectors },
      buffers: [buffer, bound],
      groups: Math.ceil(vectors / LANES) * Math.ceil(x.rows / ROWS),
      multiplyAdds: x.rows * stride,
    });
    dispatches.push(() => {
      device.clear(bound);
      if (x.rows > 0) encode();
    });
  }
  return { bounds, dispatches };
}
