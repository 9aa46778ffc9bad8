/**
 * Product on an execution path on WebGPU, by neighbour groups of the path.
 *
 * @module
 */
import { spreadPath } from "../../graph/execution_paths.ts";
import type { KernelOn } from "../kernel.ts";
import { twoPhaseSource } from "../spmm/neighbor_group/webgpu.ts";
import { groupParameters } from "../spmm/plans/group_parameters.ts";
import { planTwoPhases, twoPhaseNeeds, withSecondPhase } from "../spmm/plans/two_phase_groups_webgpu.ts";
import { type PathSpmmOperandsOf, touchedByPath } from "./path_spmm.ts";

/**
 * Kernel `execution-path@webgpu`; see `neighbor_group.wgsl` of spmm, applied to groups of the path's rows
 * only.
 */
export const executionPathWebGpu: KernelOn<"webgpu", PathSpmmOperandsOf> = {
  id: "execution-path",
  backend: "webgpu",
  origin: { paper: "eppgcn", section: "Algorithm 2" },
  mapping: "a group of the path's entries is one work item; partial sums of a row are added in a second pass",
  source: withSecondPhase(twoPhaseSource),
  parameters: groupParameters,
  needs: (parameters) => twoPhaseNeeds(parameters, 6),
  async prepare(device, operands, parameters) {
    const matrix = spreadPath(operands.path, operands.matrix.rows);
    const plan = await planTwoPhases(device, operands, {
      label: "execution-path",
      source: twoPhaseSource,
      matrix,
      parameters,
      clears: false,
    });
    return { ...plan, facts: { ...plan.facts, ...touchedByPath(operands) } };
  },
};
