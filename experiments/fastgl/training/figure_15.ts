/**
 * fastgl Figure 15: speed-ups by Match-Reorder, Memory-Aware and Fused-Map, one after the other.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import {
  DGL_POLICY,
  MATCH_REORDER_AWARE,
  POLICY_NOTES,
  type PolicyContender,
  policyContender,
  STEPS,
} from "../policies.ts";
import { SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import { FIGURE_15_CLAIMS } from "./figure_15_claims.ts";
import { policyMeasurement } from "./measured_policies.ts";
import { PHASE_NOTES } from "./epoch_phases.ts";
import { meanStepRatios, STEP_RATIOS, stepBefore } from "./step_ratios.ts";
import {
  meanWorkload,
  TRAINING_SETTINGS,
  type TrainingWorkload,
  trainingWorkloads,
} from "./training_workloads.ts";

const CONTENDERS = STEPS.map(policyContender);

/** Speed-up of an epoch by each technique of FastGL. */
export const figure15: Suite<TrainingWorkload, PolicyContender, typeof STEP_RATIOS> = {
  id: "fastgl/figure-15",
  artifact: "Figure 15",
  title: "Ablation",
  decidesFrom: "paper",
  question: "How much does each of Match-Reorder, Memory-Aware and Fused-Map add to DGL's design?",
  contenders: CONTENDERS,
  baseline: DGL_POLICY.id,
  workloads: (profile) => [...trainingWorkloads(profile), meanWorkload(profile, "5 graphs")],
  settings: { ...SAMPLING_SETTINGS, ...TRAINING_SETTINGS, "model": "GCN" },
  measurement: policyMeasurement(
    { contenders: CONTENDERS, needs: (policy) => [DGL_POLICY, stepBefore(policy) ?? DGL_POLICY] },
    (policy, trainings) => ({ times: {}, facts: meanStepRatios(policy, trainings) }),
  ),
  metrics: STEP_RATIOS,
  plots: [
    {
      metric: "relative_time",
      x: "workload",
      stack: ["relative_sample", "relative_memory_io", "relative_computation"],
    },
    { metric: "speedup", x: "workload" },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...POLICY_NOTES,
    ...PHASE_NOTES,
    "Times are of one device, the paper's of two: with as many mini-batches each, the ratios of steps are the same but for what " +
    "two devices share.",
    "Memory-Aware aggregation keeps in fast memory what a GPU's registers and shared memory hold; a CPU thread has partial sums in " +
    "its registers and caches in any case.",
    "Means are arithmetic, of ratios, round by round.",
  ],
  publishedAs: ({ isMean }, { policy }, metric) => {
    if (policy !== MATCH_REORDER_AWARE) return undefined;
    const shared = { dataset: "5 graphs", model: "GCN" };
    if (isMean) {
      return metric === "gain"
        ? { ...shared, metric: "overall_speedup_gain", system: "DGL+MR+MA vs DGL+MR" }
        : undefined;
    }
    // The share that is the reason for Fused-Map's smaller gain: before it is added.
    return metric === "sample_share" ? { ...shared, metric: "sample_time_share", system: "" } : undefined;
  },
  claims: FIGURE_15_CLAIMS,
};
