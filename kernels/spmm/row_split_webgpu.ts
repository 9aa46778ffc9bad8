/**
 * Row-split SpMM on WebGPU: neighbouring lanes compute a row with vector loads.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { invocationNeeds, WORKGROUP } from "../plan_webgpu.ts";
import { CSR_BINDINGS, csrRowsSource, planRows } from "./csr_plan_webgpu.ts";
import rowKernel from "./row_split.wgsl" with { type: "text" };
import type { SpmmOperandsOf } from "./spmm.ts";

const source = csrRowsSource + rowKernel;

/**
 * Lanes that share a row of `vectors` vectors: one per vector where a workgroup has as many, else as many as
 * give the fewest passes of equal length.
 */
function lanesPerRow(vectors: number, workgroup: number): number {
  return Math.ceil(vectors / Math.ceil(vectors / workgroup));
}

/**
 * Kernel `row-split@webgpu`; see `row_split.wgsl`. The name of the mapping is that of Yang, Buluc and Owens
 * (Euro-Par 2018).
 */
export const rowSplitWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = {
  id: "row-split",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping: "neighbouring lanes share a row and stride over its columns, four at a time",
  source,
  parameters: { workgroup: WORKGROUP },
  needs: invocationNeeds(CSR_BINDINGS),
  prepare: (device, operands, { workgroup }) =>
    planRows(device, operands, {
      label: "row-split",
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
};
