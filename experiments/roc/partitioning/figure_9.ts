/**
 * roc Figure 9: latency of inference on graphs that the cost model has not seen, by strategy of
 * partitioning and number of GPUs.
 *
 * @module
 */
import { between } from "../../premises/condition.ts";
import { workloadMetric } from "../../premises/quantities.ts";
import type { Suite } from "../../suite.ts";
import { CLUSTER_NOTES } from "./changed_links.ts";
import { LATENCY_METRICS, measureLatency } from "./inference_latency.ts";
import { PARTITION_NOTES, tissueGraphs } from "./partitioned_graphs.ts";
import { FIGURE_STRATEGIES, type FigureStrategy } from "./strategies.ts";
import { notSlower, slowerOnMoreNodes, SPEEDUP_NOTE } from "./strategy_claims.ts";
import { SPEEDUPS } from "./strategy_speedups.ts";
import { gpuCounts, type GpuWorkload, gpuWorkload } from "./gpu_workloads.ts";

const workloadId = (gpus: number) => `ppi:${gpus}`;

/** Graphs of the printed size: each is small, and links weigh by how small. */
const printedGraphs = (workloads: readonly string[]) => [
  between(0.99, 1.01, {
    name: "vertices a graph over the printed number",
    readings: workloadMetric("graph_scale", workloads, "learned"),
    elsewhere: "ppi@1/24 (--profile standard)",
  }),
];

const ONE_NODE = [1, 2, 4].map(workloadId), MORE_NODES = [8, 16].map(workloadId);
const SEVERAL = [2, 4, 8, 16].map(workloadId);

/** Compares strategies of partitioning by the latency of inference on unseen graphs. */
export const figure9: Suite<GpuWorkload, FigureStrategy, typeof LATENCY_METRICS> = {
  id: "roc/figure-9",
  artifact: "Figure 9",
  title: "Partitioning for inference",
  question: "Does a cost model that was learned on some graphs cut unseen ones better than equal shares?",
  contenders: FIGURE_STRATEGIES,
  baseline: "equal-vertices",
  workloads: (profile) => {
    const { dataset } = tissueGraphs(profile);
    return gpuCounts(profile).map((gpus) =>
      gpuWorkload(gpus, { id: workloadId(gpus), dataset, model: "GIN" })
    );
  },
  settings: {
    "graphs": "20 for learning, 4 for measuring; the latency is the mean of these 4",
    "links": "NVLink in a node, EDR InfiniBand between nodes",
  },
  measurement: { kind: "joint", measure: measureLatency },
  metrics: LATENCY_METRICS,
  plots: [{ metric: "latency", x: "devices" }, { metric: "speedup_over_equal_vertices", x: "devices" }],
  notes: [
    ...PARTITION_NOTES,
    ...CLUSTER_NOTES,
    SPEEDUP_NOTE,
    "Each of the 24 graphs is a stand-in of 2,373 vertices and 67,000 edges with a seed of its own, whether PPI's files are there or " +
    "not; rows name the family. Features have PPI's 50 columns; Table 4 prints 700. The model learns while the 20 train on two GPUs, one iteration each, and cuts for all GPU counts.",
    "The slowest partition of each graph stands for all: of an equal cut the one that the model says, of a learned cut, which the " +
    "model thinks even, the one that takes longest when each is timed once. They are then timed in turns, the four of a strategy in " +
    "one execution, beside the graphs on one device, by which GPU counts are compared.",
  ],
  publishedAs: (_workload, { id }, metric) =>
    id === "learned" && SPEEDUPS.some((each) => each.metric === metric)
      ? {
        metric: "inference_speedup",
        dataset: "PPI",
        model: "GIN",
        system: "ROC partitioner vs equal partitions",
        config: { phase: "inference" },
      }
      : undefined,
  claims: [
    {
      claimId: "roc.q.inference-transfer",
      premise: printedGraphs(SEVERAL),
      standsFor: "2, 4, 8 and 16 GPUs",
      decide: (evidence) => notSlower(evidence, SEVERAL),
    },
    {
      claimId: "roc.q.small-graphs-multinode",
      premise: printedGraphs([...ONE_NODE, ...MORE_NODES]),
      standsFor: "1 to 16 GPUs on up to 4 nodes",
      decide: (evidence) => slowerOnMoreNodes(evidence, { one: ONE_NODE, more: MORE_NODES }),
    },
  ],
};
