/**
 * Uniform sampling on WebGPU.
 *
 * @module
 */
import random from "../../platform/random.wgsl" with { type: "text" };
import type { KernelOn } from "../kernel.ts";
import { planOnWebGpu } from "../plan_webgpu.ts";
import draws from "./draws.wgsl" with { type: "text" };
import { addingUp, LAYER_SOURCES, onAdapter, WORK_A_DRAW } from "./layer_webgpu.ts";
import rowCounts from "./row_counts.wgsl" with { type: "text" };
import type { UniformOperandsOf } from "./sampling.ts";
import uniform from "./uniform.wgsl" with { type: "text" };

const drawing = [random, draws, uniform].join("\n");

/**
 * Kernel `uniform@webgpu`; see `row_counts.wgsl`, `uniform.wgsl`. It draws the same neighbours as the sampler
 * on the host.
 */
export const uniformWebGpu: KernelOn<"webgpu", UniformOperandsOf> = {
  ...onAdapter,
  id: "uniform",
  origin: { paper: "fastgl", section: "2.1" },
  mapping:
    "one invocation a destination: workgroups count, one adds up, each destination's invocation draws its row",
  source: [rowCounts, ...LAYER_SOURCES, drawing].join("\n"),
  prepare: (device, { graph, destinations, key, fanout, maxRows, rowPtr, map }, { workgroup }) =>
    planOnWebGpu(device, async ({ reserve, dispatch }) => {
      const blocks = Math.ceil(maxRows / workgroup);
      const sums = reserve("sums of blocks", 4 * (blocks + 1));
      const launch = { constants: { WORKGROUP: workgroup }, launch: [blocks, fanout], groups: blocks };
      const dispatches = [
        await dispatch({
          ...launch,
          label: "count neighbours",
          source: rowCounts,
          multiplyAdds: maxRows * WORK_A_DRAW,
          buffers: [
            ...[destinations.sizes, destinations.counters, destinations.unique, graph.rowPtr],
            ...[map.sizes, map.unique, sums],
          ],
        }),
        await dispatch(addingUp(sums, blocks)),
        await dispatch({
          ...launch,
          label: "draw neighbours",
          source: drawing,
          multiplyAdds: maxRows * fanout * WORK_A_DRAW,
          buffers: [
            ...[map.sizes, map.unique, graph.rowPtr, graph.colIdx, key, sums],
            ...[rowPtr, map.ids],
          ],
        }),
      ];
      return {
        run: () => dispatches.forEach((encode) => encode()),
        facts: { launches: dispatches.length },
      };
    }),
};
