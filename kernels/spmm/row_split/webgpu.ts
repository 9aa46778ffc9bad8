/**
 * Row-split SpMM on WebGPU: neighbouring lanes compute a row with vector loads.
 *
 * @module
 */
import { type KernelIdentity, type KernelOn, kernelOn } from "../../kernel.ts";
import { invocationNeeds, WORKGROUP } from "../../plan_webgpu.ts";
import { CSR_BINDINGS, planRows } from "../plans/csr_plan_webgpu.ts";
import { launchedSums } from "../plans/launched_sums_webgpu.ts";
import { laneForms, LOAD } from "../plans/lane_columns_webgpu/lane_columns.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { rowSplit } from "./kernel.ts";
import text from "./row_split.wgsl" with { type: "text" };

/** Row-split over features of the identity's format. */
export function rowSplitOnWebGpu(identity: KernelIdentity): KernelOn<"webgpu", SpmmOperandsOf> {
  const { id: label, features = "f32" } = identity, forms = laneForms(features, text);
  return kernelOn("webgpu", identity, {
    source: forms.source,
    parameters: { workgroup: WORKGROUP, load: LOAD },
    ...(features === "f32" && { tunedBy: launchedSums(label) }),
    needs: invocationNeeds(CSR_BINDINGS),
    prepare: (device, operands, { workgroup, load }) =>
      planRows(device, operands, {
        label,
        features,
        map: (pair) => {
          const { lanes, ...form } = forms.formFor(pair, { load, workgroup });
          const rowsPerGroup = Math.floor(workgroup / lanes);
          return {
            ...form,
            constants: { WORKGROUP: workgroup, LANES: lanes },
            groups: (rows) => Math.ceil(rows / rowsPerGroup),
          };
        },
      }),
  });
}

/** Kernel `row-split@webgpu`; see `row_split.wgsl`. */
export const rowSplitWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = rowSplitOnWebGpu(rowSplit);
