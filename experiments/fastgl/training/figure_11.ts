/**
 * fastgl Figure 11: the computation phase, with what GNNAdvisor prepares anew for every mini-batch on top of
 * its own.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import {
  besideSystem,
  DGL_POLICY,
  FASTGL,
  GNNADVISOR,
  LIBRARIES,
  POLICY_NOTES,
  policyContender,
  policyOf,
  type SystemContender,
} from "../policies.ts";
import { SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import { COMPUTATION_METRICS, computationOutcome, systemComputation } from "./computation_times.ts";
import { COMPARED, FIGURE_11_CLAIMS } from "./figure_11_claims.ts";
import { LIBRARY_NOTES } from "./library_times.ts";
import { policyMeasurement } from "./measured_policies.ts";
import { PHASE_NOTES } from "./epoch_phases.ts";
import { TRAINING_SETTINGS, type TrainingWorkload, trainingWorkloads } from "./training_workloads.ts";

const CONTENDERS: readonly SystemContender[] = [...COMPARED.map(policyContender), ...LIBRARIES];

/** Time of the computation phase by system. */
export const figure11: Suite<TrainingWorkload, SystemContender, typeof COMPUTATION_METRICS> = {
  id: "fastgl/figure-11",
  artifact: "Figure 11",
  title: "Computation phase",
  decidesFrom: "paper",
  question: "How long does computation take with each system's kernels, their preprocessing included?",
  contenders: CONTENDERS,
  baseline: DGL_POLICY.id,
  workloads: (profile) => trainingWorkloads(profile),
  settings: { ...SAMPLING_SETTINGS, ...TRAINING_SETTINGS, "model": "GCN" },
  measurement: policyMeasurement(
    {
      contenders: CONTENDERS,
      needs: () => [FASTGL],
      libraryOutcomeOf: (peer, [training]) => systemComputation(peer, training),
    },
    (policy, [{ rounds }]) => computationOutcome(policy, rounds),
  ),
  metrics: COMPUTATION_METRICS,
  plots: [
    { metric: "fastgl_speedup", x: "workload" },
    {
      metric: "computation_time",
      x: "workload",
      facet: "dataset",
      stack: ["kernel_time", "preprocess_time"],
    },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...POLICY_NOTES,
    ...LIBRARY_NOTES,
    ...PHASE_NOTES,
    "The policies of PyG and DGL compute with the same kernels: PyG's own gather and scatter are not rebuilt. Dense products and " +
    "the optimizer, which all policies share, are part of the phase.",
    "Times are of one device, the paper's of two, each with half of the mini-batches.",
    "The text calls this figure 12.",
  ],
  publishedAs: (_workload, contender, metric) => {
    const policy = policyOf(contender);
    if (policy === undefined) return undefined;
    const shared = { dataset: "all graphs", model: "GCN", ...besideSystem(contender) };
    if (metric === "preprocess_share" && policy === GNNADVISOR) {
      return { ...shared, metric: "preprocess_time_share", system: "GNNAdvisor" };
    }
    return metric === "fastgl_speedup" && policy !== FASTGL
      ? { ...shared, metric: "computation_speedup", system: "FastGL vs DGL;PyG;GNNAdvisor" }
      : undefined;
  },
  claims: FIGURE_11_CLAIMS,
};
