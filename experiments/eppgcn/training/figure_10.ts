/**
 * eppgcn Figure 10: on-the-fly mode, whole trainings whose first epoch builds the paths.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import type { GraphWorkload } from "../paper_graphs.ts";
import { CLAIMS } from "./figure_10_claims.ts";
import { ALL, CONTENDERS, FLY, measureParts, PART_METRICS, type PathMode } from "./prepared_trainings.ts";
import { TRAINING_SETTINGS } from "./training_modes.ts";
import { WHOLE_NOTE } from "./first_epochs.ts";
import { trainedWorkloads } from "./trained_graphs.ts";

const PARTS = ["backward_aggregation", "path_preparation", "rest"] as const;

/** Whole trainings that build their execution paths in the first epoch. */
export const figure10: Suite<GraphWorkload, PathMode, typeof PART_METRICS> = {
  id: "eppgcn/figure-10",
  artifact: "Figure 10",
  title: "On-the-fly mode",
  decidesFrom: "paper",
  question: "Is a training still shorter when the execution paths are built in its first epoch?",
  contenders: CONTENDERS,
  baseline: ALL,
  workloads: trainedWorkloads,
  settings: {
    ...TRAINING_SETTINGS,
    "path preparation": "building the paths and bringing them to the device",
    "gradients": "a row a vertex",
  },
  measurement: { kind: "joint", measure: measureParts },
  metrics: PART_METRICS,
  plots: [
    { metric: "speedup", x: "workload" },
    { metric: "time", x: "workload", share: true, stack: PARTS },
    { metric: "time", x: "workload", facet: "dataset", stack: PARTS },
  ],
  notes: [
    "The epochs are those of Table V, measured once. On a card the modes differ in who has chosen the groups on paths: the " +
    "regression in the first epoch, the classifier before; elsewhere only in whether paths are counted.",
    "Backward aggregation is its share of epochs whose operations were timed one by one, of the time of whole epochs; the rest " +
    "is what remains.",
    "Products on CPU threads have no groups, and nothing to choose.",
    WHOLE_NOTE,
    "The first epoch of EPPGCN whole on the fly is one that has run: its paths are grown from the training set, brought to the " +
    "device and used in the same epoch, from the weights that all trainings begin with. The other epochs are as in Table V.",
  ],
  publishedAs: (_workload, { id, factors }, metric) =>
    id === FLY && metric === "speedup"
      ? {
        metric: "overall_speedup",
        dataset: "8 graphs",
        model: "GCN",
        system: "EPPGCN vs GNNAdvisor",
        config: { ...factors },
      }
      : undefined,
  claims: CLAIMS,
};
