/**
 * Row-split SpMM on WebGPU: neighbouring lanes compute a row with vector loads.
 *
 * @module
 */
import { type KernelIdentity, type KernelOn, kernelOn, type Parameter } from "../../kernel.ts";
import { invocationNeeds, WORKGROUP } from "../../plans/plan_webgpu.ts";
import { CSR_BINDINGS, planRows } from "../plans/csr_plan_webgpu.ts";
import { launchedSums } from "../plans/launched_sums_webgpu.ts";
import { laneForms, LOAD } from "../plans/lane_columns_webgpu/lane_columns.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { rowSplit } from "./kernel.ts";
import text from "./row_split.wgsl" with { type: "text" };

const needs = invocationNeeds(CSR_BINDINGS);

/** Invocations of a workgroup where several rows share one. */
const SHARED_WORKGROUP = 64;

/** Parameter of the invocations: a row of more lanes than a workgroup has would be read in several passes. */
const ROW_WORKGROUP: Parameter = {
  ...WORKGROUP,
  meaning: `invocations of a workgroup; 0 takes ${SHARED_WORKGROUP}, or 128 or 256 for rows of more lanes`,
  default: 0,
  range: [0, WORKGROUP.range[1]],
};

/** Invocations of a workgroup for rows that have so many lanes at most, on a device with so many. */
export function workgroupFor(lanes: number, most: number): number {
  let invocations = SHARED_WORKGROUP;
  while (invocations < lanes && 2 * invocations <= Math.min(most, WORKGROUP.range[1])) invocations *= 2;
  return invocations;
}

/** Row-split over features of the identity's format. */
export function rowSplitOnWebGpu(identity: KernelIdentity): KernelOn<"webgpu", SpmmOperandsOf> {
  const { id: label, features = "f32" } = identity, forms = laneForms(features, text);
  return kernelOn("webgpu", identity, {
    source: forms.source,
    parameters: { workgroup: ROW_WORKGROUP, load: LOAD },
    ...(features === "f32" && { tunedBy: launchedSums(label) }),
    needs: ({ workgroup }) => needs({ workgroup: workgroup || SHARED_WORKGROUP }),
    prepare: (device, operands, { workgroup: asked, load }) =>
      planRows(device, operands, {
        label,
        features,
        map: (pair) => {
          const most = device.limits.workgroupInvocations;
          const workgroup = asked || workgroupFor(forms.formFor(pair, { load, workgroup: most }).lanes, most);
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
