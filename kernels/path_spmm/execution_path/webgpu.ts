/**
 * Product on an execution path on WebGPU, by neighbour groups of the path.
 *
 * @module
 */
import { spreadPath } from "../../../graph/execution_paths.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { groupParameters } from "../../spmm/plans/group_parameters.ts";
import { twoPhaseSource } from "../../spmm/neighbor_group/webgpu.ts";
import { planTwoPhases, twoPhaseNeeds, withSecondPhase } from "../../spmm/plans/two_phase_groups_webgpu.ts";
import type { PathSpmmOperandsOf } from "../path_spmm.ts";
import { touchedByPath } from "../touched.ts";
import { executionPath } from "./kernel.ts";

/**
 * Kernel `execution-path@webgpu`; see `neighbor_group.wgsl` of spmm, applied to groups of the path's rows
 * only.
 */
export const executionPathWebGpu: KernelOn<"webgpu", PathSpmmOperandsOf> = kernelOn("webgpu", executionPath, {
  source: withSecondPhase(twoPhaseSource),
  parameters: groupParameters,
  needs: (parameters) => twoPhaseNeeds(parameters, 6),
  async prepare(device, operands, parameters) {
    const plan = await planTwoPhases(device, operands, {
      label: executionPath.id,
      source: twoPhaseSource,
      matrix: spreadPath(operands.path, operands.matrix.rows),
      parameters,
      clears: false,
    });
    return { ...plan, facts: { ...plan.facts, ...touchedByPath(operands) } };
  },
});
