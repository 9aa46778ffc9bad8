/**
 * Plans of row-split SpMM on WebGPU, over features of any format.
 *
 * @module
 */
import type { NumberFormat } from "../../../hardware/number_format.ts";
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { KernelIdentity, Plan } from "../../kernel.ts";
import { planRows } from "../plans/csr_plan_webgpu.ts";
import { type ColumnsForms, columnsForms, lanesPerRow } from "../plans/lane_columns_webgpu/lane_columns.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import rowKernel from "./row_split.wgsl" with { type: "text" };

/** Forms of the kernel over X of one format. */
export function rowSplitForms(features: NumberFormat): ColumnsForms {
  return columnsForms(features, rowKernel);
}

/** Kernel by rows, and its workgroups. */
export interface RowSplit extends Pick<KernelIdentity, "id" | "features"> {
  /** Forms of the kernel for the format of its features. */
  readonly forms: ColumnsForms;
  /** Invocations of a workgroup. */
  readonly workgroup: number;
}

/** Prepares the plan. */
export function planRowSplit(
  device: WebGpuDevice,
  operands: SpmmOperandsOf["webgpu"],
  { id: label, features = "f32", forms, workgroup }: RowSplit,
): Promise<Plan> {
  return planRows(device, operands, {
    label,
    features,
    map: (pair) => {
      const { source, vector } = forms.formFor(pair);
      const lanes = lanesPerRow(pair.vectors * 4 / vector, workgroup);
      const rowsPerGroup = Math.floor(workgroup / lanes);
      return {
        source,
        vector,
        constants: { WORKGROUP: workgroup, LANES: lanes },
        groups: (rows) => Math.ceil(rows / rowsPerGroup),
      };
    },
  });
}
