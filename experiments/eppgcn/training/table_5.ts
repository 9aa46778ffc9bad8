/**
 * eppgcn Table V: pre-processing mode, whole trainings with paths that were built before.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import type { GraphWorkload } from "../paper_graphs.ts";
import {
  ALL,
  CONTENDERS,
  measureTrainings,
  PATHS,
  type TrainedMode,
  TRAINING_METRICS,
} from "./preprocessed_trainings.ts";
import { CLAIMS, SMALL_GRAPHS } from "./table_5_claims.ts";
import { EPOCHS, TRAINING_SETTINGS } from "./training_modes.ts";
import { WHOLE_NOTE } from "./first_epochs.ts";
import { trainedWorkloads } from "./trained_graphs.ts";

/** Whole trainings on execution paths that are built before. */
export const table5: Suite<GraphWorkload, TrainedMode, typeof TRAINING_METRICS> = {
  id: "eppgcn/table-5",
  artifact: "Table V",
  title: "Pre-processing mode",
  decidesFrom: "paper",
  readByFinding: true,
  question: "How much shorter is a training on execution paths, and what does it cost to build them first?",
  contenders: CONTENDERS,
  baseline: ALL,
  workloads: trainedWorkloads,
  settings: {
    ...TRAINING_SETTINGS,
    "features": "Cora, Citeseer: the publisher's; else random, of the public scripts' widths",
    "pre-processing":
      "building the paths, bringing them to the device, choosing their group sizes by the classifier",
  },
  measurement: { kind: "joint", measure: measureTrainings },
  metrics: TRAINING_METRICS,
  plots: [
    { metric: "speedup", x: "workload" },
    { metric: "pays_off_after", x: "workload", logarithmic: true },
  ],
  notes: [
    `A training is ${EPOCHS} times an epoch as measured, round by round: epochs do the same work, whatever they have learned.`,
    "GNNAdvisor and EPPGCN keep a gradient row for every vertex; compact gradients, which the paper does not have, shrink the " +
    "dense products of the backward pass too.",
    "The paper's pre-processing is nearly all inference of the group size classifier, which runs on one thread of the host here, " +
    "in float64; products on CPU threads have no groups, and train without its choice. Paths pay off by their own time alone.",
    WHOLE_NOTE,
    "Accuracies are compared from equal initial weights: of five seeds after 100 epochs where labels and features are the " +
    "publisher's, of one after 5 epochs where they are drawn, which answers an analogue.",
  ],
  publishedAs: ({ graph: { id, name } }, contender, metric) => {
    const shared = { dataset: name, model: "GCN" };
    const config = { epochs: String(EPOCHS), mode: "pre-processing", grouping: "SAGPool" };
    if (contender.id === ALL && metric === "backward_aggregation_share" && SMALL_GRAPHS.includes(id)) {
      return { ...shared, metric: "backward_aggregation_time_share", system: "GNNAdvisor" };
    }
    if (contender.id === ALL) {
      return metric === "time"
        ? { ...shared, metric: "training_time", system: "GNNAdvisor", config: { epochs: String(EPOCHS) } }
        : undefined;
    }
    if (contender.id !== PATHS) return undefined;
    switch (metric) {
      case "time":
        return { ...shared, metric: "training_time", system: "EPPGCN", config };
      case "preprocess":
        return { ...shared, metric: "preprocess_time", system: "EPPGCN", config };
      case "speedup":
        return { ...shared, metric: "overall_speedup", system: "EPPGCN vs GNNAdvisor", config };
      case "accuracy_difference":
        return { ...shared, metric, system: "EPPGCN vs GNNAdvisor", config };
      default:
        return undefined;
    }
  },
  claims: CLAIMS,
};
