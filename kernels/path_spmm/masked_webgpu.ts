/**
 * The if-else baseline on WebGPU: neighbour groups of the whole graph, with every row and entry tested.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import {
  groupParameters,
  groupWorkgroup,
  neighborGroupSumSource,
} from "../spmm/neighbor_group_plan_webgpu.ts";
import { partialSumsSource, withPartialSums } from "../spmm/partial_sums_webgpu.ts";
import { planPathGroups } from "./path_groups_webgpu.ts";
import { activeFlags, type PathSpmmOperandsOf, TARGET, touchedByMask } from "./path_spmm.ts";
import masked from "./masked.wgsl" with { type: "text" };

const SOURCE_TEXT = neighborGroupSumSource + masked;

/** `masked@webgpu`; see `masked.wgsl`. */
export const maskedWebGpu: KernelOn<"webgpu", PathSpmmOperandsOf> = {
  id: "masked",
  backend: "webgpu",
  origin: { paper: "eppgcn", section: "Figure 7" },
  mapping: "a group of the whole graph's entries is one work item, which tests its row and then each entry",
  source: SOURCE_TEXT + partialSumsSource,
  parameters: groupParameters,
  needs: (parameters) =>
    withPartialSums({
      workgroupBytes: 0,
      workgroupInvocations: groupWorkgroup(parameters),
      storageBindings: 8,
    }),
  prepare: async (device, operands, parameters) => {
    const { matrix, path } = operands;
    const plan = await planPathGroups(device, operands, {
      label: "masked",
      source: SOURCE_TEXT,
      ...{ matrix, parameters },
      flags: activeFlags(path, matrix.rows),
      written: TARGET,
    });
    return { ...plan, facts: { ...plan.facts, ...touchedByMask(operands, 4) } };
  },
};
