/**
 * GEMM on WebGPU with one invocation per entry.
 *
 * @module
 */
import { epiloguePrelude } from "../../epilogue/webgpu.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { invocationNeeds, WORKGROUP } from "../../plans/plan_webgpu.ts";
import type { GemmOperandsOf } from "../gemm.ts";
import { GEMM_BINDINGS, regionLaunch, rowSlices } from "../plans/region_launch_webgpu.ts";
import { planRegions } from "../plans/region_plan_webgpu.ts";
import { naive } from "./kernel.ts";
import text from "./naive.wgsl" with { type: "text" };

const source = epiloguePrelude + text;

/** Kernel `naive@webgpu`; see `naive.wgsl`. */
export const gemmNaiveWebGpu: KernelOn<"webgpu", GemmOperandsOf> = kernelOn("webgpu", naive, {
  source,
  parameters: { workgroup: WORKGROUP },
  needs: invocationNeeds(GEMM_BINDINGS),
  prepare: (device, operands, { workgroup }) =>
    planRegions(device, operands, (region) => {
      const { form, cols } = operands;
      const { a, b, c, inner, columns, bLine } = region;
      const [aRow, aTerm] = form === "tn" ? [1, a.stride] : [a.stride, 1];
      const [bTerm, bColumn] = form === "nt" ? [1, b.stride] : [b.stride, 1];
      const rowWork = inner * columns;
      return rowSlices(device, region.rows, { rowWork, granule: 1 }).map(({ firstRow, lastRow }) =>
        regionLaunch(operands, region, {
          label: "gemm naive",
          source,
          constants: { WORKGROUP: workgroup },
          launch: {
            firstRow,
            rows: lastRow,
            inner,
            adds: region.adds ? 1 : 0,
            columns,
            aRow,
            aTerm,
            aOffset: region.aOffset,
            bTerm,
            bColumn,
            bOffset: bLine * b.stride + region.bOffset,
            lastColumn: form === "nt" ? Math.min(columns, cols - bLine) : columns,
            cRow: region.firstRow,
            cStride: c.stride,
            cOffset: region.cOffset,
          },
          buffers: [a.buffer, b.buffer, c.buffer],
          groups: Math.ceil((lastRow - firstRow) * columns / workgroup),
          multiplyAdds: (lastRow - firstRow) * rowWork,
        })
      );
    }),
});
