/**
 * Plans of row-split SpMM on WebGPU, over features of any format.
 *
 * @module
 */
import type { NumberFormat } from "../../../hardware/number_format.ts";
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { KernelIdentity, ParameterValues, Plan } from "../../kernel.ts";
import { WORKGROUP } from "../../plan_webgpu.ts";
import { planRows } from "../plans/csr_plan_webgpu.ts";
import { type LaneForms, laneForms, LOAD } from "../plans/lane_columns_webgpu/lane_columns.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import rowKernel from "./row_split.wgsl" with { type: "text" };

/** Parameters of the kernel over X of any format. */
export const rowSplitParameters = { workgroup: WORKGROUP, load: LOAD };

/** Forms of the kernel over X of one format. */
export function rowSplitForms(features: NumberFormat): LaneForms {
  return laneForms(features, rowKernel);
}

/** Row-split over features of one format. */
export interface RowSplit extends Pick<KernelIdentity, "id" | "features"> {
  /** Forms of the kernel for the format. */
  readonly forms: LaneForms;
  /** Values of {@link rowSplitParameters}. */
  readonly parameters: ParameterValues;
}

/** Prepares the plan. */
export function planRowSplit(
  device: WebGpuDevice,
  operands: SpmmOperandsOf["webgpu"],
  { id: label, features = "f32", forms, parameters: { workgroup, load } }: RowSplit,
): Promise<Plan> {
  return planRows(device, operands, {
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
  });
}
