/**
 * If-else baseline on WebGPU: neighbour groups of the whole graph, with a test of every row and entry.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { groupParameters } from "../spmm/plans/group_parameters.ts";
import { neighborGroupSumSource } from "../spmm/plans/group_plan_webgpu.ts";
import { planTwoPhases, twoPhaseNeeds, withSecondPhase } from "../spmm/plans/two_phase_groups_webgpu.ts";
import { activeFlags, type PathSpmmOperandsOf, TARGET, touchedByMask } from "./path_spmm.ts";
import masked from "./masked.wgsl" with { type: "text" };

const firstPhase = neighborGroupSumSource + masked;

/** Kernel `masked@webgpu`; see `masked.wgsl`. */
export const maskedWebGpu: KernelOn<"webgpu", PathSpmmOperandsOf> = {
  id: "masked",
  backend: "webgpu",
  origin: { paper: "eppgcn", section: "Figure 7" },
  mapping: "a group of the whole graph's entries is one work item, which tests its row and then each entry",
  source: withSecondPhase(firstPhase),
  parameters: groupParameters,
  needs: (parameters) => twoPhaseNeeds(parameters, 8),
  async prepare(device, operands, parameters) {
    const { matrix, path } = operands;
    const plan = await planTwoPhases(device, operands, {
      label: "masked",
      source: firstPhase,
      matrix,
      parameters,
      clears: false,
      flags: activeFlags(path, matrix.rows),
      written: TARGET,
    });
    return { ...plan, facts: { ...plan.facts, ...touchedByMask(operands, 4) } };
  },
};
