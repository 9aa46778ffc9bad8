/**
 * Layer-wise importance sampling of FastGCN on WebGPU.
 *
 * @module
 */
import random from "../../platform/random.wgsl" with { type: "text" };
import type { KernelOn } from "../kernel.ts";
import { floatBits, planOnWebGpu } from "../plan_webgpu.ts";
import { addingUp, LAYER_SOURCES, onAdapter, takingRows, WORK_A_DRAW } from "./layer_webgpu.ts";
import pickVertices from "./pick_vertices.wgsl" with { type: "text" };
import restrictRows from "./restrict_rows.wgsl" with { type: "text" };
import type { LayerImportanceOperandsOf } from "./sampling.ts";
import weigh from "./weigh.wgsl" with { type: "text" };

const picking = `${random}\n${pickVertices}`;
/** Cost of an entry (two reads, one of them uncached), in multiply-adds that take as long. */
const WORK_AN_ENTRY = 16;

/**
 * Kernel `layer-importance@webgpu`; see `pick_vertices.wgsl`, `restrict_rows.wgsl`, `weigh.wgsl`. It draws
 * the same vertices as the sampler on the host.
 */
export const layerImportanceWebGpu: KernelOn<"webgpu", LayerImportanceOperandsOf> = {
  ...onAdapter,
  id: "layer-importance",
  origin: { paper: "own", section: "FastGCN (ICLR 2018), Algorithm 2" },
  mapping:
    "one invocation a draw searches for its vertex; one workgroup a destination counts its entries in drawn columns " +
    "and, once one workgroup has added up, writes them; one invocation an entry weighs it",
  source: [...LAYER_SOURCES, picking, restrictRows, weigh].join("\n"),
  prepare: (device, operands, { workgroup }) =>
    planOnWebGpu(device, async ({ reserve, dispatch }) => {
      const { graph, key, vertices, layerSize, ends, inverse, graphValues, maxRows, rowPtr, map, values } =
        operands;
      const times = reserve("times that vertices were drawn", 4 * vertices);
      const restricting = (fill: boolean) =>
        dispatch({
          label: fill ? "write drawn entries" : "count drawn entries",
          source: restrictRows,
          constants: { WORKGROUP: workgroup, FILL: fill ? 1 : 0 },
          launch: [maxRows],
          groups: maxRows,
          multiplyAdds: graph.colIdx.bytes / 4 * WORK_AN_ENTRY,
          buffers: [
            ...[map.sizes, map.unique, graph.rowPtr, graph.colIdx, times],
            ...[rowPtr, map.ids, values],
          ],
        });
      const dispatches = [
        await dispatch(takingRows(operands, workgroup)),
        await dispatch({
          label: "draw vertices",
          source: picking,
          constants: { WORKGROUP: workgroup },
          launch: [layerSize, vertices],
          groups: Math.ceil(layerSize / workgroup),
          buffers: [ends, key, times],
          multiplyAdds: layerSize * WORK_A_DRAW,
        }),
        await restricting(false),
        await dispatch(addingUp(rowPtr, maxRows)),
        await restricting(true),
        await dispatch({
          label: "weigh entries",
          source: weigh,
          launch: [floatBits(1 / layerSize)],
          constants: { WORKGROUP: workgroup, WEIGHTED: graphValues ? 1 : 0 },
          groups: Math.ceil(map.capacity / workgroup),
          multiplyAdds: map.capacity * WORK_AN_ENTRY,
          buffers: [map.sizes, map.ids, times, inverse, graphValues ?? inverse, values],
        }),
      ];
      return {
        run: () => {
          device.clear(times);
          dispatches.forEach((encode) => encode());
        },
        facts: { launches: dispatches.length },
      };
    }),
};
