/**
 * Assembly of a batch on WebGPU.
 *
 * @module
 */
import type { Panel } from "../../../hardware/dense.ts";
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { invocationNeeds, type Launch, planLaunches, WORKGROUP } from "../../plans/plan_webgpu.ts";
import { type AssembleRowsOperands, type AssembleRowsOperandsOf, assertAssembly } from "../assembled_rows.ts";
import { assembleCopy } from "./kernel.ts";
import source from "./assemble_rows.wgsl" with { type: "text" };

/**
 * Dispatches, one for each run of columns that lies in one panel of the cache, one of the previous batch and
 * one of Y.
 */
function launches(
  { cache, previous, place, firstStaged, output }: AssembleRowsOperands<WebGpuBuffer>,
  workgroup: number,
): Launch[] {
  const all: Launch[] = [];
  if (firstStaged === 0) return all;
  for (const y of output.panels) {
    for (const c of cache.panels) {
      for (const p of previous.panels) {
        // Panels begin at multiples of four columns, so a vector never spans two panels.
        const begin = Math.max(y.firstCol, c.firstCol, p.firstCol) / 4;
        const end = Math.min(...[y, c, p].map(({ firstCol, stride }) => firstCol + stride)) / 4;
        if (begin >= end) continue;
        const offset = ({ firstCol }: Panel<WebGpuBuffer>) => begin - firstCol / 4;
        const vectors = end - begin;
        all.push({
          label: "assemble rows",
          source,
          constants: { WORKGROUP: workgroup },
          launch: {
            rows: output.rows,
            firstStaged,
            cacheRows: cache.rows,
            previousRows: previous.rows,
            columns: vectors,
            cacheStride: c.stride / 4,
            cacheOffset: offset(c),
            previousStride: p.stride / 4,
            previousOffset: offset(p),
            yStride: y.stride / 4,
            yOffset: offset(y),
          },
          buffers: [place, c.buffer, p.buffer, y.buffer],
          groups: Math.ceil(firstStaged * vectors / workgroup),
          multiplyAdds: 4 * firstStaged * vectors,
        });
      }
    }
  }
  return all;
}

/** Kernel `row-copy@webgpu` of assemble-rows; see `assemble_rows.wgsl`. */
export const assembleRowsCopyWebGpu: KernelOn<"webgpu", AssembleRowsOperandsOf> = kernelOn(
  "webgpu",
  assembleCopy,
  {
    source,
    parameters: { workgroup: WORKGROUP },
    needs: invocationNeeds(4),
    prepare: (device, operands, { workgroup }) =>
      planLaunches(device, () => {
        assertAssembly(operands);
        return launches(operands, workgroup);
      }),
  },
);
