/**
 * Memory-aware aggregation (fastgl) on WebGPU: partial sums and weights in workgroup memory.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { CSR_BINDINGS, csrRowsSource, planRows } from "./csr_plan_webgpu.ts";
import type { SpmmOperandsOf } from "./spmm.ts";
import { blockInvocations, blockMapping, blockParameters } from "./thread_block_webgpu.ts";
import rowKernel from "./memory_aware.wgsl" with { type: "text" };

const source = csrRowsSource + rowKernel;

/**
 * Kernel `memory-aware@webgpu`; see `memory_aware.wgsl`. It has no write conflicts and no atomics, and
 * barriers only around the staging of weights. The backward pass is the same kernel on the transposed matrix.
 */
export const memoryAwareWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = {
  id: "memory-aware",
  backend: "webgpu",
  origin: { paper: "fastgl", section: "equation 4" },
  mapping: "one invocation a target and feature, partial sums and weights in workgroup memory",
  source,
  parameters: {
    ...blockParameters,
    chunk: { meaning: "weights of a target staged at once", default: 32, range: [32, 64] },
  },
  needs: (parameters) => ({
    workgroupBytes: 4 * blockInvocations(parameters) + 4 * parameters.targets * parameters.chunk,
    workgroupInvocations: blockInvocations(parameters),
    storageBindings: CSR_BINDINGS,
  }),
  prepare: (device, operands, parameters) =>
    planRows(
      device,
      operands,
      blockMapping("memory-aware", source, parameters, { CHUNK: parameters.chunk }),
    ),
};
