/**
 * Neighbour groups on WebGPU, written back by compare-exchange loops.
 *
 * @module
 */
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { KernelOn } from "../kernel.ts";
import { panelPairs, widestPair } from "../panel_pairs_webgpu.ts";
import { refuseValues } from "./device_values.ts";
import {
  freeGroups,
  groupParameters,
  groupWorkgroup,
  neighborGroupSumSource,
  planGroups,
  uploadGroups,
} from "./neighbor_group_plan_webgpu.ts";
import { assertShapes } from "./operand_shapes.ts";
import writeBack from "./neighbor_group_cas.wgsl" with { type: "text" };
import type { SpmmOperandsOf } from "./spmm.ts";

const SOURCE = neighborGroupSumSource + writeBack;

/** `neighbor-group-cas@webgpu`; see `neighbor_group_cas.wgsl`. Not bit-repeatable. */
export const neighborGroupCasWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = {
  id: "neighbor-group-cas",
  backend: "webgpu",
  origin: { paper: "eppgcn", section: "Figure 2" },
  mapping: "a group of neighbours is one work item; groups of a row add to it by compare-exchange",
  source: SOURCE,
  parameters: groupParameters,
  needs: (parameters) => ({
    workgroupBytes: 0,
    workgroupInvocations: groupWorkgroup(parameters),
    storageBindings: 5,
  }),
  async prepare(device, operands, parameters) {
    const { matrix, x, y } = operands;
    assertShapes(operands);
    refuseValues("neighbor-group-cas", operands);
    const pairs = panelPairs(x, y);
    const layout = uploadGroups(device, matrix, {
      groupSize: parameters.groupSize,
      width: widestPair(pairs) * 4,
      partials: Infinity,
      word: (row) => row,
    });
    const launches: WebGpuBuffer[] = [];
    const dispatches: (() => void)[] = [];
    for (const chunk of layout.chunks) {
      for (const pair of pairs) {
        dispatches.push(
          await planGroups(device, chunk, {
            label: "neighbor-group-cas",
            source: SOURCE,
            parameters,
            pair,
            bound: [pair.y],
            weighted: layout.weighted,
          }, launches),
        );
      }
    }
    return {
      run: () => {
        for (const { buffer } of y.panels) device.clear(buffer);
        for (const dispatch of dispatches) dispatch();
      },
      destroy: () => {
        for (const launch of launches) device.free(launch);
        freeGroups(device, layout);
      },
      facts: {
        groups: layout.groups.count,
        largest_group: layout.groups.largest,
        shared_groups: layout.sharing,
        atomics: layout.sharing * pairs.reduce((sum, { vectors }) => sum + vectors * 4, 0),
        chunks: layout.chunks.length,
        dispatches: dispatches.length,
        bytes: layout.bytes,
      },
    };
  },
};
