/**
 * roc Figure 8: training throughput by strategy of partitioning and number of GPUs.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import { printedParts, realOrder } from "./part_premises.ts";
import { CLUSTER_NOTES } from "./changed_links.ts";
import { ONE_TRAINING_NOTES, RUN_NOTES } from "./timed_cuts.ts";
import { PARTITION_NOTES, trainedGraph } from "./partitioned_graphs.ts";
import { FIGURE_STRATEGIES, type FigureStrategy } from "./strategies.ts";
import { coincideOnOne, notSlower, SPEEDUP_NOTE } from "./strategy_claims.ts";
import { measureThroughput, THROUGHPUT_METRICS } from "./training_throughput.ts";
import { gpuCounts, type GpuWorkload, gpuWorkload } from "./gpu_workloads.ts";

const workloadId = (gpus: number) => `reddit:${gpus}`;

/** More than one GPU. */
const SEVERAL = [2, 4, 8, 16].map(workloadId);

/** Compares strategies of partitioning by measured partitions and modelled communication. */
export const figure8: Suite<GpuWorkload, FigureStrategy, typeof THROUGHPUT_METRICS> = {
  id: "roc/figure-8",
  artifact: "Figure 8",
  title: "Partitioning for training",
  decidesFrom: "paper",
  question: "How much throughput does a learned partition give over equal ones, by number of GPUs?",
  contenders: FIGURE_STRATEGIES,
  baseline: "equal-vertices",
  workloads: (profile) => {
    const { dataset } = trainedGraph(profile, "reddit");
    return gpuCounts(profile).map((gpus) =>
      gpuWorkload(gpus, { id: workloadId(gpus), dataset, model: "GCN" })
    );
  },
  settings: {
    "epoch": "one iteration over the whole graph",
    "links": "NVLink in a node, EDR InfiniBand between nodes",
  },
  measurement: { kind: "joint", measure: measureThroughput },
  metrics: THROUGHPUT_METRICS,
  plots: [{ metric: "throughput", x: "devices" }, { metric: "speedup_over_equal_vertices", x: "devices" }],
  notes: [...PARTITION_NOTES, ...RUN_NOTES, ...ONE_TRAINING_NOTES, ...CLUSTER_NOTES, SPEEDUP_NOTE],
  publishedAs: (_workload, { id }, metric) =>
    id === "learned" && metric === "speedup_over_equal_vertices"
      ? { metric: "throughput_speedup", system: "ROC partitioner vs equal vertex partition" }
      : undefined,
  claims: [
    {
      claimId: "roc.q.partition-order",
      premise: [
        ...printedParts({ workloads: SEVERAL, contender: "learned" }, "reddit@1/4 (--profile paper)"),
        realOrder(SEVERAL.map((workload) => ({ workload, contender: "learned" }))),
      ],
      decide: (evidence) => notSlower(evidence, SEVERAL),
    },
    {
      claimId: "roc.q.one-gpu-equal",
      decide: (evidence) =>
        coincideOnOne(
          evidence,
          FIGURE_STRATEGIES.map(({ id: contender }) => ({ workload: workloadId(1), contender })),
        ),
    },
  ],
};
