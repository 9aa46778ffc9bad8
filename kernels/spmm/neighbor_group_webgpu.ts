/**
 * Neighbour groups on WebGPU, two-phase: groups leave partial sums, a second pass adds them up.
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
import {
  allocatePartials,
  partialLimit,
  partialSumsSource,
  planPartialSums,
  uploadShares,
  withPartialSums,
} from "./partial_sums_webgpu.ts";
import writeBack from "./neighbor_group.wgsl" with { type: "text" };
import type { SpmmOperandsOf } from "./spmm.ts";

const SUM = neighborGroupSumSource + writeBack;

/** `neighbor-group@webgpu`; see `neighbor_group.wgsl`. Bit-repeatable. */
export const neighborGroupWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = {
  id: "neighbor-group",
  backend: "webgpu",
  origin: { paper: "eppgcn", section: "Figure 2" },
  mapping: "a group of neighbours is one work item; partial sums of a row are added in a second pass",
  source: SUM + partialSumsSource,
  parameters: groupParameters,
  needs: (parameters) =>
    withPartialSums({
      workgroupBytes: 0,
      workgroupInvocations: groupWorkgroup(parameters),
      storageBindings: 6,
    }),
  async prepare(device, operands, parameters) {
    const { matrix, x, y } = operands;
    assertShapes(operands);
    refuseValues("neighbor-group", operands);
    const pairs = panelPairs(x, y);
    const vectors = widestPair(pairs);
    const layout = uploadGroups(device, matrix, {
      groupSize: parameters.groupSize,
      width: vectors * 4,
      partials: partialLimit(device, vectors),
      word: (_row, partial) => partial,
    });
    const partials = allocatePartials(device, layout.chunks, vectors);
    const owned: WebGpuBuffer[] = [partials];
    const dispatches: (() => void)[] = [];
    for (const chunk of layout.chunks) {
      const shares = uploadShares(device, chunk);
      owned.push(...shares.lists.map(({ buffer }) => buffer));
      for (const pair of pairs) {
        dispatches.push(
          await planGroups(device, chunk, {
            label: "neighbor-group",
            source: SUM,
            parameters,
            pair,
            bound: [pair.y, partials],
            weighted: layout.weighted,
          }, owned),
          ...await planPartialSums(device, shares, { pair, rows: matrix.rows, partials }, owned),
        );
      }
    }
    return {
      run: () => {
        if (layout.emptyRows) { for (const { buffer } of y.panels) device.clear(buffer); }
        for (const dispatch of dispatches) dispatch();
      },
      destroy: () => {
        for (const buffer of owned) device.free(buffer);
        freeGroups(device, layout);
      },
      facts: {
        groups: layout.groups.count,
        largest_group: layout.groups.largest,
        shared_groups: layout.sharing,
        atomics: 0,
        chunks: layout.chunks.length,
        dispatches: dispatches.length,
        bytes: layout.bytes + partials.bytes,
      },
    };
  },
};
