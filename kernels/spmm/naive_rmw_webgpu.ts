/**
 * Naive aggregation whose accesses equation 3 of fastgl counts, on WebGPU: partial sums in global memory.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { CSR_BINDINGS, csrRowsSource, planRows } from "./csr_plan_webgpu.ts";
import type { SpmmOperandsOf } from "./spmm.ts";
import { blockInvocations, blockMapping, blockParameters } from "./thread_block_webgpu.ts";
import rowKernel from "./naive_rmw.wgsl" with { type: "text" };

const source = csrRowsSource + rowKernel;

/** Kernel `naive-rmw@webgpu`; see `naive_rmw.wgsl`. It is the paper's baseline of `memory-aware`. */
export const naiveRmwWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = {
  id: "naive-rmw",
  backend: "webgpu",
  origin: { paper: "fastgl", section: "equation 3" },
  mapping: "one invocation a target and feature, its sum read and written in global memory",
  source,
  parameters: blockParameters,
  needs: (parameters) => ({
    workgroupBytes: 0,
    workgroupInvocations: blockInvocations(parameters),
    storageBindings: CSR_BINDINGS,
  }),
  prepare: (device, operands, parameters) =>
    planRows(device, operands, blockMapping("naive-rmw", source, parameters)),
};
