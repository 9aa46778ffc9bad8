/**
 * Row-split SpMM on WebGPU with scalar loads.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { invocationNeeds, WORKGROUP } from "../../plans/plan_webgpu.ts";
import { CSR_BINDINGS, csrRowsSource, planRows } from "../plans/csr_plan_webgpu.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { rowSplitScalar } from "./kernel.ts";
import rowKernel from "./row_split_scalar.wgsl" with { type: "text" };

const source = csrRowsSource + rowKernel;

/** Kernel `row-split-scalar@webgpu`; see `row_split_scalar.wgsl`. */
export const rowSplitScalarWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = kernelOn("webgpu", rowSplitScalar, {
  source,
  parameters: { workgroup: WORKGROUP },
  needs: invocationNeeds(CSR_BINDINGS),
  prepare: (device, operands, { workgroup }) =>
    planRows(device, operands, {
      label: rowSplitScalar.id,
      map: ({ vectors }) => ({
        source,
        vector: 1,
        constants: { WORKGROUP: workgroup },
        groups: (rows) => Math.ceil(rows * vectors * 4 / workgroup),
      }),
    }),
});
