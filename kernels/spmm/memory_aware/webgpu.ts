/**
 * Memory-aware aggregation (fastgl) on WebGPU: partial sums and weights in workgroup memory.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { csrRowsSource, planRows } from "../plans/csr_plan_webgpu.ts";
import { blockMapping, blockNeeds, blockParameters } from "../plans/thread_block_webgpu.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { memoryAware } from "./kernel.ts";
import blockKernel from "./memory_aware.wgsl" with { type: "text" };

const source = csrRowsSource + blockKernel;

/**
 * Kernel `memory-aware@webgpu`; see `memory_aware.wgsl`. It has no write conflicts and no atomics, and
 * barriers only around the staging of weights.
 */
export const memoryAwareWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = kernelOn("webgpu", memoryAware, {
  source,
  parameters: {
    ...blockParameters,
    chunk: { meaning: "weights of a target staged at once", default: 32, range: [32, 64] },
  },
  needs(parameters) {
    const { targets, features, chunk } = parameters;
    return { ...blockNeeds(parameters), workgroupBytes: 4 * targets * (features + chunk) };
  },
  prepare: (device, operands, parameters) =>
    planRows(
      device,
      operands,
      blockMapping(memoryAware.id, source, parameters, { CHUNK: parameters.chunk }),
    ),
});
