/**
 * Clears of small buffers within a compute pass. `clearBuffer` belongs between passes: it ends one, and to
 * begin another takes the host as long as several dispatches.
 *
 * @module
 */
import { oncePerObject } from "../../platform/once_per_object.ts";
import source from "./clear_in_pass.wgsl" with { type: "text" };

/** Bytes up to which a buffer is small: to fill a larger one takes longer than to begin a pass. */
const SMALL = 4 * 2 ** 20;
/** Bytes that a workgroup clears. */
const GROUP_BYTES = 4 * 64;

/** Dispatch that clears a buffer. */
export interface ClearDispatch {
  /** Kernel that clears. */
  readonly pipeline: GPUComputePipeline;
  /** Group that binds the buffer. */
  readonly group: GPUBindGroup;
  /** Number of workgroups. */
  readonly groups: number;
  /** Number of words. */
  readonly words: number;
}

/**
 * Prepares the clears of a device's small buffers, each once, and compiles their kernel at the first. Returns
 * `undefined` for a larger buffer, and for one that no kernel can write.
 */
export function clearsInPass(gpu: GPUDevice): (buffer: GPUBuffer) => ClearDispatch | undefined {
  let compiled: GPUComputePipeline | undefined;
  return oncePerObject((buffer: GPUBuffer) => {
    const { size, usage } = buffer;
    if (size > SMALL || (usage & GPUBufferUsage.STORAGE) === 0) return undefined;
    const pipeline = compiled ??= compile(gpu);
    const layout = pipeline.getBindGroupLayout(0), entries = [{ binding: 0, resource: { buffer } }];
    const group = gpu.createBindGroup({ label: "clear", layout, entries });
    return { pipeline, group, groups: Math.ceil(size / GROUP_BYTES), words: size / 4 };
  });
}

function compile(gpu: GPUDevice): GPUComputePipeline {
  const module = gpu.createShaderModule({ label: "clear", code: source });
  return gpu.createComputePipeline({ label: "clear", layout: "auto", compute: { module } });
}
