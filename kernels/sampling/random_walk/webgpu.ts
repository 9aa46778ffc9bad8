/**
 * Random-walk sampling on WebGPU.
 *
 * @module
 */
import random from "../../../platform/random.wgsl" with { type: "text" };
import { scanSource, scanSums } from "../../id_map/plans/scan_sums_webgpu.ts";
import { planSteps } from "../../id_map/plans/steps_webgpu.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import draws from "../plans/draws.wgsl" with { type: "text" };
import { columnsInOne } from "../graph_columns.ts";
import { onAdapter, takingRows, takingSource, WORK_A_DRAW } from "../plans/layer_webgpu.ts";
import type { RandomWalkOperandsOf } from "../sampling.ts";
import { randomWalk } from "./kernel.ts";
import packRows from "./pack_rows.wgsl" with { type: "text" };
import walkText from "./random_walk.wgsl" with { type: "text" };

/** WGSL of the walks of so many steps, which size its private arrays. */
function walking(steps: number): string {
  return [random, draws, walkText.replace(/const STEPS = \d+u/, `const STEPS = ${steps}u`)].join("\n");
}

/** Kernel `random-walk@webgpu`; see `random_walk.wgsl`, `pack_rows.wgsl`. */
export const randomWalkWebGpu: KernelOn<"webgpu", RandomWalkOperandsOf> = kernelOn("webgpu", randomWalk, {
  ...onAdapter,
  source: [takingSource, scanSource, random, draws, walkText, packRows].join("\n"),
  prepare: (device, operands, { workgroup }) =>
    planSteps(device, (reserve) => {
      const { graph, key, fanout, length, walks, reciprocals, maxRows, rowPtr, map, values } = operands;
      const columns = columnsInOne(randomWalk.id, graph.columns);
      const steps = length * walks, stride = Math.min(fanout, steps);
      const slotIds = reserve("kept vertices of rows", 4 * maxRows * stride);
      const slotVisits = reserve("visits of kept vertices", 4 * maxRows * stride);
      const overRows = { constants: { WORKGROUP: workgroup }, groups: Math.ceil(maxRows / workgroup) };
      return {
        launches: [
          takingRows(operands, workgroup),
          {
            ...overRows,
            label: "walk",
            launch: { maxRows, fanout, length, walks },
            source: walking(steps),
            multiplyAdds: maxRows * steps * WORK_A_DRAW,
            buffers: [
              ...[map.sizes, map.unique, graph.rowPtr, columns, key],
              ...[rowPtr, slotIds, slotVisits],
            ],
          },
          scanSums(rowPtr, maxRows),
          {
            ...overRows,
            label: "pack rows",
            launch: { maxRows, stride },
            source: packRows,
            multiplyAdds: maxRows * stride * 4,
            buffers: [map.sizes, rowPtr, slotIds, slotVisits, reciprocals, map.ids, values],
          },
        ],
      };
    }),
});
