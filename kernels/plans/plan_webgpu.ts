/**
 * Plans of WGSL kernels: pipelines, bindings, arrays that live as long as the plan, and dispatches.
 *
 * @module
 */
import type { DeviceData } from "../../hardware/device.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";
import { computePipeline, type PipelineSource } from "../../hardware/webgpu/pipeline.ts";
import { type UniformValues, uniformWords } from "../../hardware/webgpu/uniform.ts";
import { foldedGrid } from "../../hardware/webgpu/work_queue.ts";
import type { Needs, Parameter, ParameterValues, Plan } from "../kernel.ts";

/** Parameter of kernels whose invocations are independent of each other. */
export const WORKGROUP: Parameter = {
  meaning: "invocations of a workgroup",
  default: 64,
  range: [1, 256],
};

/**
 * Needs of a kernel with independent invocations that binds `storageBindings` buffers; {@linkcode WORKGROUP}
 * is its parameter `workgroup`.
 */
export function invocationNeeds(storageBindings: number): (parameters: ParameterValues) => Needs {
  return ({ workgroup }) => ({ workgroupBytes: 0, workgroupInvocations: workgroup, storageBindings });
}

/** Launch of one dispatch: binding 0 of group 0 is its `var<uniform>`, the buffers follow at 1, 2, ... */
export interface Launch extends PipelineSource {
  /** Values of the uniform, by the field names of its WGSL struct. */
  readonly launch: UniformValues;
  /** Storage buffers in the order of their bindings. */
  readonly buffers: readonly WebGpuBuffer[];
  /**
   * Number of workgroups; the grid is folded where an axis cannot hold as many. Where the device alone knows
   * the number this is a bound of it. `dispatchWorkgroupsIndirect` would end at the number, with another
   * dispatch between barriers before each, by which wgpu and Dawn check it.
   */
  readonly groups: number;
  /** Multiply-adds of the dispatch, from which the device knows when to submit. */
  readonly multiplyAdds: number;
}

/** Functions for building a plan. */
export interface WebGpuPlanBuilder {
  /** Copies data into a buffer of the plan's own. */
  upload(label: string, data: DeviceData): WebGpuBuffer;
  /** Reserves a buffer of the plan's own with undefined content. */
  reserve(label: string, bytes: number): WebGpuBuffer;
  /** Prepares a dispatch and returns the function that encodes it. */
  dispatch(launch: Launch): Promise<() => void>;
}

/**
 * Builds a plan whose buffers are freed with the plan, or at once where building fails.
 *
 * @throws {OutOfMemoryError} where the device has no room, {@linkcode DeviceError} where a kernel does not
 * compile; nothing stays allocated.
 */
export async function planOnWebGpu(
  device: WebGpuDevice,
  build: (builder: WebGpuPlanBuilder) => Promise<Omit<Plan, "destroy">>,
): Promise<Plan> {
  const buffers: WebGpuBuffer[] = [];
  const destroy = () => buffers.splice(0).forEach((buffer) => device.free(buffer));
  const keep = (buffer: WebGpuBuffer) => {
    buffers.push(buffer);
    return buffer;
  };
  const reserve = (label: string, bytes: number) => keep(device.allocate(label, bytes));
  const upload = (label: string, data: DeviceData) => {
    const buffer = reserve(label, data.byteLength);
    device.write(buffer, data);
    return buffer;
  };
  const dispatch = async ({ launch, buffers, groups, multiplyAdds, ...source }: Launch) => {
    const pipeline = await computePipeline(device, source);
    const uniform = keep(device.uniform("launch", uniformWords(source.source, launch)));
    const bound = device.bindGroup(pipeline, [uniform, ...buffers]);
    const grid = foldedGrid(groups, device.limits.workgroupsPerAxis);
    return () => device.dispatch(pipeline, bound, grid, multiplyAdds);
  };
  try {
    return { ...await build({ upload, reserve, dispatch }), destroy };
  } catch (error) {
    destroy();
    throw error;
  }
}

/**
 * Builds a plan that consists of dispatches one after the other. `launches` lists them, with arrays of the
 * plan's own where it needs any, and refuses operands that do not fit.
 *
 * @throws what {@linkcode planOnWebGpu} throws.
 */
export function planLaunches(
  device: WebGpuDevice,
  launches: (arrays: Pick<WebGpuPlanBuilder, "reserve" | "upload">) => readonly Launch[],
): Promise<Plan> {
  return planOnWebGpu(device, async ({ dispatch, ...arrays }) => {
    const dispatches: (() => void)[] = [];
    for (const launch of launches(arrays)) dispatches.push(await dispatch(launch));
    return {
      run: () => {
        for (const encode of dispatches) encode();
      },
      facts: { dispatches: dispatches.length },
    };
  });
}
