/**
 * SpMM by neighbour groups on WebGPU in two phases: groups write partial sums, a second pass adds them up.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { refuseValues } from "./device_values.ts";
import { groupParameters } from "./neighbor_group_plan_webgpu.ts";
import type { SpmmOperandsOf } from "./spmm.ts";
import { planTwoPhases, twoPhaseNeeds, twoPhaseSource, withSecondPhase } from "./two_phase_groups_webgpu.ts";

/** Kernel `neighbor-group@webgpu`; see `neighbor_group.wgsl`. The result has the same bits in every run. */
export const neighborGroupWebGpu: KernelOn<"webgpu", SpmmOperandsOf> = {
  id: "neighbor-group",
  backend: "webgpu",
  origin: { paper: "eppgcn", section: "Figure 2" },
  mapping: "a group of neighbours is one work item; partial sums of a row are added in a second pass",
  source: withSecondPhase(twoPhaseSource),
  parameters: groupParameters,
  needs: (parameters) => twoPhaseNeeds(parameters, 6),
  prepare(device, operands, parameters) {
    refuseValues("neighbor-group", operands);
    return planTwoPhases(device, operands, {
      label: "neighbor-group",
      source: twoPhaseSource,
      matrix: operands.matrix,
      parameters,
      clears: true,
    });
  },
};
