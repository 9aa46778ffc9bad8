/**
 * GEMM on WebGPU with one invocation an entry: the baseline of the tiled one.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import type { GemmOperandsOf } from "./gemm.ts";
import { GEMM_BINDINGS, planGemm } from "./gemm_plan_webgpu.ts";
import source from "./gemm_naive.wgsl" with { type: "text" };

/** `naive@webgpu`; see `gemm_naive.wgsl`. */
export const gemmNaiveWebGpu: KernelOn<"webgpu", GemmOperandsOf> = {
  id: "naive",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping: "one invocation computes one entry of the result",
  source,
  parameters: {
    workgroup: { meaning: "invocations of a workgroup", default: 64, range: [1, 256] },
  },
  needs: ({ workgroup }) => ({
    workgroupBytes: 0,
    workgroupInvocations: workgroup,
    storageBindings: GEMM_BINDINGS,
  }),
  prepare: (device, operands, { workgroup }) =>
    planGemm(device, operands, {
      label: "naive",
      source,
      vector: 1,
      rowsPerGroup: 1,
      constants: { WORKGROUP: workgroup },
      groups: (rows, columns) => Math.ceil(rows * columns / workgroup),
    }),
};
