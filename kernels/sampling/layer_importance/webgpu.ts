/**
 * Layer-wise importance sampling of FastGCN on WebGPU.
 *
 * @module
 */
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import random from "../../../platform/random.wgsl" with { type: "text" };
import { planSteps } from "../../id_map/plans/steps_webgpu.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { type Launch, WORKGROUP } from "../../plans/plan_webgpu.ts";
import { prefixSum, prefixSumSource } from "../../prefix_sum/prefix_sum_webgpu.ts";
import type { GraphColumns } from "../graph_columns.ts";
import { onAdapter, takingRows, takingSource, WORK_A_DRAW } from "../plans/layer_webgpu.ts";
import type { LayerImportanceOperandsOf } from "../sampling.ts";
import { layerImportance } from "./kernel.ts";
import pickVertices from "./pick_vertices.wgsl" with { type: "text" };
import restrictRows from "./restrict_rows.wgsl" with { type: "text" };
import weigh from "./weigh.wgsl" with { type: "text" };

const picking = `${random}\n${pickVertices}`;
/** Cost of an entry (two reads, one of them uncached), in multiply-adds that take as long. */
const WORK_AN_ENTRY = 16;
/** Invocations of the workgroup that goes through a row: about as many as a row of a graph has entries. */
const ROW_INVOCATIONS = WORKGROUP.default;

/**
 * Kernel `layer-importance@webgpu`; see `pick_vertices.wgsl`, `restrict_rows.wgsl`, `weigh.wgsl`.
 */
export const layerImportanceWebGpu: KernelOn<"webgpu", LayerImportanceOperandsOf> = kernelOn(
  "webgpu",
  layerImportance,
  {
    ...onAdapter,
    source: [takingSource, prefixSumSource, picking, restrictRows, weigh].join("\n"),
    prepare: (device, operands, { workgroup }) =>
      planSteps(device, (reserve) => {
        const {
          graph,
          keys,
          layer,
          vertices,
          layerSize,
          ends,
          inverse,
          graphValues,
          maxRows,
          rowPtr,
          map,
          values,
        } = operands;
        const times = reserve("times that vertices were drawn", 4 * vertices);
        const counts = reserve("drawn entries of each row", 4 * maxRows);
        const entries = reserve("entries of drawn vertices", 4 * Math.max(1, map.capacity));
        const restricting = (fill: boolean): Launch[] =>
          graph.columns.map(({ firstRow, endRow, firstEntry, buffer }) => ({
            label: fill ? "write drawn entries" : "count drawn entries",
            source: restrictRows,
            constants: { WORKGROUP: ROW_INVOCATIONS, FILL: fill ? 1 : 0 },
            launch: { maxRows, firstVertex: firstRow, endVertex: endRow, firstEntry },
            groups: maxRows,
            multiplyAdds: buffer.bytes / 4 * WORK_AN_ENTRY,
            buffers: [
              ...[map.sizes, map.unique, graph.rowPtr, buffer, times],
              ...[fill ? rowPtr : counts, map.ids, entries],
            ],
          }));
        const weighing = (
          { firstEntry, endEntry }: Pick<GraphColumns, "firstEntry" | "endEntry">,
          part?: WebGpuBuffer,
        ): Launch => ({
          label: "weigh entries",
          source: weigh,
          launch: { share: 1 / layerSize, firstEntry, endEntry },
          constants: { WORKGROUP: workgroup, WEIGHTED: part ? 1 : 0 },
          groups: Math.ceil(map.capacity / workgroup),
          multiplyAdds: map.capacity * WORK_AN_ENTRY,
          buffers: [map.sizes, map.ids, times, inverse, part ?? inverse, entries, values],
        });
        return {
          cleared: [times],
          launches: [
            takingRows(operands, workgroup),
            {
              label: "draw vertices",
              source: picking,
              constants: { WORKGROUP: workgroup },
              launch: { layer, layerSize, vertices },
              groups: Math.ceil(layerSize / workgroup),
              buffers: [ends, keys, times],
              multiplyAdds: layerSize * WORK_A_DRAW,
            },
            ...restricting(false),
            ...prefixSum({ counts, offsets: rowPtr, items: maxRows }, reserve),
            ...restricting(true),
            ...graph.columns.map((part, p) => weighing(part, graphValues?.[p])),
          ],
        };
      }),
  },
);
