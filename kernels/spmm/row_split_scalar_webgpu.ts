/**
 * Row-split SpMM on WebGPU with scalar loads: the simplest mapping, the baseline of the other kernels.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { invocationNeeds, WORKGROUP } from "../plan_webgpu.ts";
import { CSR_BINDINGS, csrRowsSource, planRows } from "./csr_plan_webgpu.ts";
import rowKernel from "./row_split_scalar.wgsl" with { type: "text" };
import type { SpmmOperandsOf } from "./spmm.ts";

const source = csrRowsSource + rowKernel;

/** Kernel `row-split-scalar@webgpu`; see `row_split_scalar.wgsl`. */
export const rowSplitScalarWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = {
  id: "row-split-scalar",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping: "one invocation computes one entry of the result",
  source,
  parameters: { workgroup: WORKGROUP },
  needs: invocationNeeds(CSR_BINDINGS),
  prepare: (device, operands, { workgroup }) =>
    planRows(device, operands, {
      label: "row-split-scalar",
      source,
      vector: 1,
      map: (columns) => ({
        constants: { WORKGROUP: workgroup },
        groups: (rows) => Math.ceil(rows * columns / workgroup),
      }),
    }),
};
