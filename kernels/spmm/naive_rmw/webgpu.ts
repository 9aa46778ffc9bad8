/**
 * SpMM on WebGPU with the sums in global memory.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { csrRowsSource, planRows } from "../plans/csr_plan_webgpu.ts";
import { blockMapping, blockNeeds, blockParameters } from "../plans/thread_block_webgpu.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { naiveRmw } from "./kernel.ts";
import blockKernel from "./naive_rmw.wgsl" with { type: "text" };

const source = csrRowsSource + blockKernel;

/** Kernel `naive-rmw@webgpu`; see `naive_rmw.wgsl`. */
export const naiveRmwWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = kernelOn("webgpu", naiveRmw, {
  source,
  parameters: blockParameters,
  needs: blockNeeds,
  prepare: (device, operands, parameters) =>
    planRows(device, operands, blockMapping(naiveRmw.id, source, parameters)),
});
