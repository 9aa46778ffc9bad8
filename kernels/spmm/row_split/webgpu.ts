/**
 * Row-split SpMM on WebGPU: neighbouring lanes compute a row with vector loads.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { invocationNeeds, WORKGROUP } from "../../plan_webgpu.ts";
import { CSR_BINDINGS, csrRowsSource, planRows } from "../plans/csr_plan_webgpu.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { rowSplit } from "./kernel.ts";
import rowKernel from "./row_split.wgsl" with { type: "text" };

const source = csrRowsSource + rowKernel;

/**
 * Lanes that share a row of `vectors` vectors: one per vector where a workgroup has as many, else as many as
 * give the fewest passes of equal length.
 */
function lanesPerRow(vectors: number, workgroup: number): number {
  return Math.ceil(vectors / Math.ceil(vectors / workgroup));
}

/** Kernel `row-split@webgpu`; see `row_split.wgsl`. */
export const rowSplitWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = kernelOn("webgpu", rowSplit, {
  source,
  parameters: { workgroup: WORKGROUP },
  needs: invocationNeeds(CSR_BINDINGS),
  prepare: (device, operands, { workgroup }) =>
    planRows(device, operands, {
      label: rowSplit.id,
      source,
      vector: 4,
      map: (vectors) => {
        const lanes = lanesPerRow(vectors, workgroup);
        const rowsPerGroup = Math.floor(workgroup / lanes);
        return {
          constants: { WORKGROUP: workgroup, LANES: lanes },
          groups: (rows) => Math.ceil(rows / rowsPerGroup),
        };
      },
    }),
});
