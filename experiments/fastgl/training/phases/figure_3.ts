/**
 * fastgl Figure 3: which phase limits training while Match-Reorder, Memory-Aware and Fused-Map are added one
 * by one.
 *
 * @module
 */
import type { Suite } from "../../../suite.ts";
import { CARD_NOTES } from "../../links/card_phase_facts.ts";
import { LINK_NOTES } from "../../links/loading_links.ts";
import {
  DGL_POLICY,
  MATCH_REORDER_AWARE,
  POLICY_NOTES,
  type PolicyContender,
  policyContender,
  STEPS,
} from "../../policies.ts";
import { PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../../sampling_graphs.ts";
import { policyMeasurement } from "../measured_policies.ts";
import { PHASE_NOTES, PHASE_STACK, WHOLE_STACK } from "../epoch_phases.ts";
import {
  PRODUCTS,
  STEP_MODELS,
  TRAINING_SETTINGS,
  type TrainingWorkload,
  trainingWorkloads,
} from "../training_workloads.ts";
import { FIGURE_3_CLAIMS } from "./figure_3_claims.ts";
import { LINK_PLOTS } from "./linked_epochs.ts";
import { STEP_METRICS, stepOutcome } from "./step_phases.ts";

const CONTENDERS = STEPS.map(policyContender);

/** Phases of an epoch by the techniques that are in use. */
export const figure3: Suite<TrainingWorkload, PolicyContender, typeof STEP_METRICS> = {
  id: "fastgl/figure-3",
  artifact: "Figure 3",
  title: "Phases of an epoch while techniques are added",
  decidesFrom: "paper",
  question: "Which phase limits training at first, after Match-Reorder, and after Memory-Aware as well?",
  contenders: CONTENDERS,
  baseline: DGL_POLICY.id,
  workloads: (profile) => trainingWorkloads(profile, { graphs: [PRODUCTS], models: STEP_MODELS }),
  settings: { ...SAMPLING_SETTINGS, ...TRAINING_SETTINGS },
  measurement: policyMeasurement(
    { contenders: CONTENDERS },
    (policy, [training]) => stepOutcome(policy, training),
  ),
  metrics: STEP_METRICS,
  plots: [
    { metric: "whole_time", x: "workload", stack: WHOLE_STACK },
    { metric: "time", x: "workload", stack: PHASE_STACK, share: true },
    ...LINK_PLOTS,
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...POLICY_NOTES,
    ...PHASE_NOTES,
    ...LINK_NOTES,
    ...CARD_NOTES,
    "Times are of one device, the paper's of two, which share the host's memory and its link to the cards: memory IO takes less of an " +
    "epoch here.",
    "Naive is the policy of DGL. On CPU threads a copy to the device is one within RAM, which is much faster beside the " +
    "arithmetic of two cores than PCIe is beside that of a GPU: memory IO takes less of an epoch, and computation more.",
  ],
  publishedAs: ({ trained: [{ model }] }, { policy }, metric) => {
    const shared = { dataset: PAPER_NAMES[PRODUCTS], model };
    if (policy === DGL_POLICY && metric === "memory_io_share") {
      return { ...shared, metric: "memory_io_time_share", system: "DGL", config: { variant: "naive" } };
    }
    return policy === MATCH_REORDER_AWARE && metric === "sample_share"
      ? { ...shared, metric: "sample_time_share", system: "DGL+MR+MA" }
      : undefined;
  },
  claims: FIGURE_3_CLAIMS,
};
