/**
 * fastgl Figure 9: the time of an epoch by five systems, three models on five graphs.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import {
  besideSystem,
  DGL_POLICY,
  FASTGL,
  GNNADVISOR,
  GNNLAB,
  LIBRARIES,
  POLICY_NOTES,
  policyContender,
  policyOf,
  PYG,
  type SystemContender,
  SYSTEMS,
} from "../policies.ts";
import { PAPER_BATCH, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import { MODELS } from "../trained_models.ts";
import { FIGURE_9_CLAIMS } from "./figure_9_claims.ts";
import { LIBRARY_NOTES } from "./library_times.ts";
import { policyMeasurement } from "./measured_policies.ts";
import { PHASE_NOTES } from "./epoch_phases.ts";
import { DEVICES_NOTES, ONE_AND_TWO_NOTE } from "./several_devices.ts";
import { policyOutcome, SYSTEM_METRICS, systemOutcome } from "./system_epochs.ts";
import {
  meanWorkload,
  TRAINING_SETTINGS,
  type TrainingWorkload,
  trainingWorkloads,
} from "./training_workloads.ts";

const CONTENDERS: readonly SystemContender[] = [...SYSTEMS.map(policyContender), ...LIBRARIES];

/** Reason for which "more than an order of magnitude" judges no single training beside PyG. */
const PYG_ORDER = {
  "fastgl.s6_2.pyg-order":
    "of single trainings the same section has it from 4.3 times on; the mean, 11.8, is judged",
};

/** Time of an epoch by system, model and graph. */
export const figure9: Suite<TrainingWorkload, SystemContender, typeof SYSTEM_METRICS> = {
  id: "fastgl/figure-9",
  artifact: "Figure 9",
  title: "Training speed of five systems",
  decidesFrom: "paper",
  question: "How much faster is an epoch of FastGL than one of other systems, by model and graph?",
  contenders: CONTENDERS,
  baseline: FASTGL.id,
  workloads: (profile) => [
    ...trainingWorkloads(profile, { models: MODELS }),
    ...MODELS.map((model) => meanWorkload(profile, "5 graphs", model)),
    meanWorkload(profile, "5 graphs, 3 models", MODELS),
  ],
  settings: { ...SAMPLING_SETTINGS, ...TRAINING_SETTINGS, "devices": "1 measured, 2 modelled" },
  measurement: policyMeasurement(
    { contenders: CONTENDERS, needs: () => [FASTGL, DGL_POLICY], libraryOutcomeOf: systemOutcome },
    policyOutcome,
  ),
  metrics: SYSTEM_METRICS,
  plots: [
    { metric: "fastgl_speedup", x: "workload", facet: "model" },
    { metric: "two_devices_speedup", x: "workload", facet: "model" },
    { metric: "time", x: "workload", facet: "model", logarithmic: true },
  ],
  notes: [
    ...SAMPLING_NOTES,
    ...POLICY_NOTES,
    ...LIBRARY_NOTES,
    ...PHASE_NOTES,
    ...DEVICES_NOTES,
    ONE_AND_TWO_NOTE,
    "A speed-up of FastGL stands in the row of the system that it is compared with.",
    "GAT's attention has one kernel, which all policies share: what differs there is sampling and memory IO.",
    "Means are arithmetic, of speed-ups, round by round.",
    "The text names MAG and Papers100M as graphs that leave GNNLab no room for a cache. By Table 9 DGL leaves room for 97 % of MAG's " +
    "features and 18 % of Papers100M's, and for 0.1 % of IGB-large's: the claim about the lost cache compares IGB-large with Reddit, " +
    "Products and MAG.",
  ],
  publishedAs: ({ isMean, model }, contender, metric) => {
    const policy = policyOf(contender);
    if (policy === undefined) return undefined;
    const beside = besideSystem(contender);
    const shown = policy === GNNLAB ? "two_devices_speedup" : "fastgl_speedup";
    if (metric === shown && policy !== FASTGL) {
      const shared = { dataset: "5 graphs", system: `FastGL vs ${policy.system}`, ...beside };
      if (!isMean) {
        const config = { fanout: "5,10,15", batch: String(PAPER_BATCH) };
        const key = { ...shared, metric: "epoch_speedup", model: model!, config };
        return policy === PYG ? { ...key, shownBeside: PYG_ORDER } : key;
      }
      const printed = model === undefined && policy !== GNNADVISOR;
      return printed ? { ...shared, metric: "epoch_speedup_mean" } : undefined;
    }
    return metric === "sample_share" && policy === PYG && !isMean
      ? { metric: "sample_time_share", dataset: "5 graphs", model: model!, system: "PyG", ...beside }
      : undefined;
  },
  claims: FIGURE_9_CLAIMS,
};
