/**
 * Naive aggregation of DGL-style kernels on WebGPU: all operands in global memory, sums in registers.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { CSR_BINDINGS, csrRowsSource, planRows } from "./csr_plan_webgpu.ts";
import type { SpmmOperandsOf } from "./spmm.ts";
import { blockInvocations, blockMapping, blockParameters } from "./thread_block_webgpu.ts";
import rowKernel from "./naive_register.wgsl" with { type: "text" };

const source = csrRowsSource + rowKernel;

/** Kernel `naive-register@webgpu`; see `naive_register.wgsl`. It is the fair baseline of `memory-aware`. */
export const naiveRegisterWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = {
  id: "naive-register",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping: "one invocation a target and feature, its sum in a register",
  source,
  parameters: blockParameters,
  needs: (parameters) => ({
    workgroupBytes: 0,
    workgroupInvocations: blockInvocations(parameters),
    storageBindings: CSR_BINDINGS,
  }),
  prepare: (device, operands, parameters) =>
    planRows(device, operands, blockMapping("naive-register", source, parameters)),
};
