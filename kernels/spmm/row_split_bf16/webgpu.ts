/**
 * Row-split SpMM over bf16 features on WebGPU: the kernel of row-split with another load, which needs no
 * feature of the adapter.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { planRowSplit, rowSplitForms } from "../row_split/plan_webgpu.ts";
import { rowSplitWebGpu } from "../row_split/webgpu.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { rowSplitBf16 } from "./kernel.ts";

const forms = rowSplitForms(rowSplitBf16.features);

/** Kernel `row-split-bf16@webgpu`; see `row_split/row_split.wgsl`. */
export const rowSplitBf16WebGpu: KernelOn<"webgpu", SpmmOperandsOf> = kernelOn("webgpu", rowSplitBf16, {
  source: forms.source,
  parameters: rowSplitWebGpu.parameters,
  needs: (parameters, width) => rowSplitWebGpu.needs(parameters, width),
  prepare: (device, operands, parameters) =>
    planRowSplit(device, operands, { ...rowSplitBf16, forms, parameters }),
});
