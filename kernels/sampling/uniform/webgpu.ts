/**
 * Uniform sampling on WebGPU.
 *
 * @module
 */
import random from "../../../platform/random.wgsl" with { type: "text" };
import { planSteps } from "../../id_map/plans/steps_webgpu.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import type { Launch } from "../../plans/plan_webgpu.ts";
import blockOffsets from "../../prefix_sum/block_offsets.wgsl" with { type: "text" };
import draws from "../plans/draws.wgsl" with { type: "text" };
import { onAdapter, WORK_A_DRAW } from "../plans/layer_webgpu.ts";
import type { UniformOperandsOf } from "../sampling.ts";
import { uniform } from "./kernel.ts";
import rowCounts from "./row_counts.wgsl" with { type: "text" };
import uniformText from "./uniform.wgsl" with { type: "text" };

const drawing = [random, draws, blockOffsets, uniformText].join("\n");

/** Kernel `uniform@webgpu`; see `row_counts.wgsl`, `uniform.wgsl`. */
export const uniformWebGpu: KernelOn<"webgpu", UniformOperandsOf> = kernelOn("webgpu", uniform, {
  ...onAdapter,
  source: `${rowCounts}\n${drawing}`,
  prepare: (device, { graph, destinations, keys, layer, fanout, maxRows, rowPtr, map }, { workgroup }) =>
    planSteps(device, (reserve) => {
      const blocks = Math.ceil(maxRows / workgroup);
      const sums = reserve("sums of blocks", 4 * blocks);
      const overRows = { constants: { WORKGROUP: workgroup }, groups: blocks };
      return {
        launches: [
          {
            ...overRows,
            label: "count neighbours",
            source: rowCounts,
            launch: { blocks, fanout },
            multiplyAdds: maxRows * WORK_A_DRAW,
            buffers: [
              ...[destinations.sizes, destinations.counters, destinations.unique, graph.rowPtr],
              ...[map.sizes, map.unique, sums],
            ],
          },
          ...graph.columns.map(({ firstRow, endRow, firstEntry, buffer }): Launch => ({
            ...overRows,
            label: "draw neighbours",
            source: drawing,
            launch: { layer, maxRows, fanout, firstVertex: firstRow, endVertex: endRow, firstEntry },
            multiplyAdds: maxRows * fanout * WORK_A_DRAW / graph.columns.length,
            buffers: [map.sizes, map.unique, graph.rowPtr, buffer, keys, sums, rowPtr, map.ids],
          })),
        ],
      };
    }),
});
