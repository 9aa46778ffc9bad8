/**
 * The product on an execution path on WebGPU, by neighbour groups of the path.
 *
 * @module
 */
import { spreadPath } from "../../graph/execution_paths.ts";
import type { KernelOn } from "../kernel.ts";
import {
  groupParameters,
  groupWorkgroup,
  neighborGroupSumSource,
} from "../spmm/neighbor_group_plan_webgpu.ts";
import { partialSumsSource, withPartialSums } from "../spmm/partial_sums_webgpu.ts";
import writeBack from "../spmm/neighbor_group.wgsl" with { type: "text" };
import { planPathGroups } from "./path_groups_webgpu.ts";
import { type PathSpmmOperandsOf, touchedByPath } from "./path_spmm.ts";

const SUM = neighborGroupSumSource + writeBack;

/** `execution-path@webgpu`; see `neighbor_group.wgsl` of spmm, which has groups of the path's rows only. */
export const executionPathWebGpu: KernelOn<"webgpu", PathSpmmOperandsOf> = {
  id: "execution-path",
  backend: "webgpu",
  origin: { paper: "eppgcn", section: "Algorithm 2" },
  mapping: "a group of the path's entries is one work item; partial sums of a row are added in a second pass",
  source: SUM + partialSumsSource,
  parameters: groupParameters,
  needs: (parameters) =>
    withPartialSums({
      workgroupBytes: 0,
      workgroupInvocations: groupWorkgroup(parameters),
      storageBindings: 6,
    }),
  prepare: async (device, operands, parameters) => {
    const plan = await planPathGroups(device, operands, {
      label: "execution-path",
      source: SUM,
      matrix: spreadPath(operands.path, operands.matrix.rows),
      parameters,
    });
    return { ...plan, facts: { ...plan.facts, ...touchedByPath(operands) } };
  },
};
