/**
 * roc Table 1: the strategies of partitioning that balance devices in training, and in the first inference
 * on an unseen graph.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import { RUN_NOTES } from "./timed_cuts.ts";
import { PARTITION_NOTES, tableGraph } from "./partitioned_graphs.ts";
import { type Strategy, TABLE_STRATEGIES } from "./strategies.ts";
import { IMBALANCE_METRICS, measureImbalances } from "./strategy_imbalances.ts";
import { BALANCED_BOTH, WORKLOAD } from "./table_1_claims.ts";
import { type GpuWorkload, gpuWorkload, tableGpus } from "./gpu_workloads.ts";

/** Compares how evenly strategies load devices, in training and in the first inference. */
export const table1: Suite<GpuWorkload, Strategy, typeof IMBALANCE_METRICS> = {
  id: "roc/table-1",
  artifact: "Table 1",
  title: "Partitioning strategies",
  question: "Which strategies balance devices in training, and which at first sight of a graph?",
  contenders: TABLE_STRATEGIES,
  baseline: "equal-vertices",
  workloads: (profile) => {
    const { dataset } = tableGraph(profile);
    return [gpuWorkload(tableGpus(profile), { id: WORKLOAD, dataset, model: "GCN" })];
  },
  settings: {
    "imbalance": "slowest partition over the mean, measured",
    "iterations": "8 of online learning, 4 of dynamic repartitioning (20 at the published size, 3 at smoke)",
    "widths": "64 features, 32 hidden units (602 and 256 at the published size)",
    "unseen graph": "the same family of stand-ins, drawn with the next seed",
  },
  measurement: { kind: "joint", measure: measureImbalances },
  metrics: IMBALANCE_METRICS,
  plots: [{ metric: "imbalance", x: "workload" }, { metric: "inference_imbalance", x: "workload" }],
  notes: [
    ...PARTITION_NOTES,
    ...RUN_NOTES,
    "The table prints ticks. Balanced (1 for yes) is here a slowest partition within 20 % of the mean. The paper gains at most 1.2 in " +
    "inference over what has no tick there (Section 7.6): the claim asks of blanks that they are behind learned cuts.",
    "The edge-cut balances vertices; TensorFlow's and NeuGraph's equal parts are taken as equal vertices. Dynamic repartitioning " +
    "spreads the time of a range over its edges, and has no times of a graph that it has not run on: it begins with equal edges. The " +
    "first iteration of a strategy that adapts is timed once.",
    "A sample is a training: strategies adapt from the beginning, with a seed of its own, and the cuts of all are then timed once, in turns. " +
    "Intervals are over trainings on one drawn graph, and one unseen. The slower of two parts that take equally long is by chance a " +
    "little above their mean. What the models expect of equal cuts is the median over the trainings.",
    "The order of a stand-in's ids is drawn. How much of its drift the table needs is asked of the learned model: what imbalance it " +
    "expects of equal cuts where a quarter, half, three quarters or all of the vertices are at random places.",
  ],
  publishedAs: (_workload, { system }, metric) =>
    (metric === "balanced_training" || metric === "balanced_inference") && system !== undefined
      ? { metric, system }
      : undefined,
  claims: [BALANCED_BOTH],
};
