/**
 * SpMM by neighbour groups on WebGPU: groups write partial sums, a second pass adds them up.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { refuseValues } from "../device_values.ts";
import { launchedSums } from "../plans/launched_sums_webgpu.ts";
import { groupParameters } from "../plans/group_parameters.ts";
import { neighborGroupSumSource } from "../plans/group_plan_webgpu.ts";
import { planTwoPhases, twoPhaseNeeds, withSecondPhase } from "../plans/two_phase_groups_webgpu.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { neighborGroup } from "./kernel.ts";
import writeBack from "./neighbor_group.wgsl" with { type: "text" };

/** WGSL of the first phase: sums of groups, written to where the second phase reads them. */
export const twoPhaseSource: string = neighborGroupSumSource + writeBack;

/** Kernel `neighbor-group@webgpu`; see `neighbor_group.wgsl`. */
export const neighborGroupWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = kernelOn("webgpu", neighborGroup, {
  source: withSecondPhase(twoPhaseSource),
  parameters: groupParameters,
  tunedBy: launchedSums(neighborGroup.id),
  needs: (parameters) => twoPhaseNeeds(parameters, 6),
  prepare(device, operands, parameters) {
    refuseValues(neighborGroup.id, operands);
    return planTwoPhases(device, operands, {
      label: neighborGroup.id,
      source: twoPhaseSource,
      matrix: operands.matrix,
      parameters,
      clears: true,
    });
  },
});
