/**
 * Row-split SpMM on WebGPU: neighbouring lanes compute a row with vector loads.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { invocationNeeds } from "../../plan_webgpu.ts";
import { CSR_BINDINGS } from "../plans/csr_plan_webgpu.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { rowSplit } from "./kernel.ts";
import { planRowSplit, rowSplitForms, rowSplitParameters } from "./plan_webgpu.ts";

const forms = rowSplitForms("f32");

/** Kernel `row-split@webgpu`; see `row_split.wgsl`. */
export const rowSplitWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = kernelOn("webgpu", rowSplit, {
  source: forms.source,
  parameters: rowSplitParameters,
  needs: invocationNeeds(CSR_BINDINGS),
  prepare: (device, operands, parameters) =>
    planRowSplit(device, operands, { ...rowSplit, forms, parameters }),
});
