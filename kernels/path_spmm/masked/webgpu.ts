/**
 * If-else baseline on WebGPU, by neighbour groups of the whole graph.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { groupParameters } from "../../spmm/plans/group_parameters.ts";
import { neighborGroupSumSource } from "../../spmm/plans/group_plan_webgpu.ts";
import { planTwoPhases, twoPhaseNeeds, withSecondPhase } from "../../spmm/plans/two_phase_groups_webgpu.ts";
import type { PathSpmmOperandsOf } from "../path_spmm.ts";
import { touchedByMask } from "../touched.ts";
import { activeFlags, TARGET } from "./active_flags.ts";
import { masked } from "./kernel.ts";
import text from "./masked.wgsl" with { type: "text" };

const source = neighborGroupSumSource + text;

/** Kernel `masked@webgpu`; see `masked.wgsl`. */
export const maskedWebGpu: KernelOn<"webgpu", PathSpmmOperandsOf> = kernelOn("webgpu", masked, {
  source: withSecondPhase(source),
  parameters: groupParameters,
  needs: (parameters) => twoPhaseNeeds(parameters, 8),
  async prepare(device, operands, parameters) {
    const { matrix, path } = operands;
    const plan = await planTwoPhases(device, operands, {
      label: masked.id,
      source,
      matrix,
      parameters,
      clears: false,
      flags: activeFlags(path, matrix.rows),
      written: TARGET,
    });
    return { ...plan, facts: { ...plan.facts, ...touchedByMask(operands, 4) } };
  },
});
