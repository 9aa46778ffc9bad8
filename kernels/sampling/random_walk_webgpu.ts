/**
 * Random-walk sampling on WebGPU.
 *
 * @module
 */
import random from "../../platform/random.wgsl" with { type: "text" };
import type { KernelOn } from "../kernel.ts";
import { planOnWebGpu } from "../plan_webgpu.ts";
import draws from "./draws.wgsl" with { type: "text" };
import { addingUp, LAYER_SOURCES, onAdapter, takingRows, WORK_A_DRAW } from "./layer_webgpu.ts";
import packRows from "./pack_rows.wgsl" with { type: "text" };
import randomWalk from "./random_walk.wgsl" with { type: "text" };
import type { RandomWalkOperandsOf } from "./sampling.ts";

/**
 * Kernel `random-walk@webgpu`; see `random_walk.wgsl`, `pack_rows.wgsl`. It takes the same walks as the
 * sampler on the host.
 */
export const randomWalkWebGpu: KernelOn<"webgpu", RandomWalkOperandsOf> = {
  ...onAdapter,
  id: "random-walk",
  origin: { paper: "fastgl", section: "Table 7" },
  mapping:
    "one invocation a destination walks, sorts the visits in private memory and keeps the most visited in slots of " +
    "the row; one workgroup adds up, and one invocation a row moves its slots to their place",
  source: [...LAYER_SOURCES, random, draws, randomWalk, packRows].join("\n"),
  prepare: (device, operands, { workgroup }) =>
    planOnWebGpu(device, async ({ reserve, dispatch }) => {
      const { graph, key, fanout, length, walks, reciprocals, maxRows, rowPtr, map, values } = operands;
      const steps = length * walks, stride = Math.min(fanout, steps);
      const slotIds = reserve("kept vertices of rows", 4 * maxRows * stride);
      const slotVisits = reserve("visits of kept vertices", 4 * maxRows * stride);
      const rows = { constants: { WORKGROUP: workgroup }, groups: Math.ceil(maxRows / workgroup) };
      const dispatches = [
        await dispatch(takingRows(operands, workgroup)),
        await dispatch({
          ...rows,
          label: "walk",
          launch: [maxRows, fanout, length, walks],
          source: [random, draws, randomWalk.replace(/const STEPS = \d+u/, `const STEPS = ${steps}u`)].join(
            "\n",
          ),
          multiplyAdds: maxRows * steps * WORK_A_DRAW,
          buffers: [
            ...[map.sizes, map.unique, graph.rowPtr, graph.colIdx, key],
            ...[rowPtr, slotIds, slotVisits],
          ],
        }),
        await dispatch(addingUp(rowPtr, maxRows)),
        await dispatch({
          ...rows,
          label: "pack rows",
          launch: [maxRows, stride],
          source: packRows,
          multiplyAdds: maxRows * stride * 4,
          buffers: [map.sizes, rowPtr, slotIds, slotVisits, reciprocals, map.ids, values],
        }),
      ];
      return {
        run: () => dispatches.forEach((encode) => encode()),
        facts: { launches: dispatches.length },
      };
    }),
};
