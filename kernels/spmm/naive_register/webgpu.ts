/**
 * SpMM on WebGPU with all operands in global memory and the sums in registers.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { csrRowsSource, planRows } from "../plans/csr_plan_webgpu.ts";
import { blockMapping, blockNeeds, blockParameters } from "../plans/thread_block_webgpu.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { naiveRegister } from "./kernel.ts";
import blockKernel from "./naive_register.wgsl" with { type: "text" };

const source = csrRowsSource + blockKernel;

/** Kernel `naive-register@webgpu`; see `naive_register.wgsl`. */
export const naiveRegisterWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = kernelOn("webgpu", naiveRegister, {
  source,
  parameters: blockParameters,
  needs: blockNeeds,
  prepare: (device, operands, parameters) =>
    planRows(device, operands, blockMapping(naiveRegister.id, source, parameters)),
});
