/**
 * roc Figure 9: latency of inference on graphs that the cost model has not seen, by strategy of
 * partitioning and number of GPUs.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { datasetRecord } from "../../../datasets/registry.ts";
import { median } from "../../../platform/statistics/mod.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { byChange, changedMetric, changedMetrics, underChanges } from "../../claims/model_changes.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { between } from "../../premises/condition.ts";
import { workloadMetric } from "../../premises/quantities.ts";
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import {
  type Change,
  CHANGES,
  changesOf,
  CLUSTER_NOTES,
  modelled,
  modelledChanges,
  UNCHANGED,
} from "./changed_links.ts";
import {
  gpuCounts,
  type GpuWorkload,
  gpuWorkload,
  PARTITION_NOTES,
  tissueGraphs,
} from "./partitioned_graphs.ts";
import { FIGURE_STRATEGIES, type FigureStrategy } from "./strategies.ts";
import { notSlower, SPEEDUP_NOTE } from "./strategy_claims.ts";
import { SPEEDUP_METRICS, speedupFacts } from "./strategy_speedups.ts";
import { slowestTimes } from "./timed_cut.ts";
import { latencyRounds, timeInference, WHOLE } from "./unseen_inference.ts";

const workloadId = (gpus: number) => `ppi:${gpus}`;

/** Vertices of one of PPI's 24 graphs, by Table 4 and Section 7.6. */
const PRINTED_VERTICES = datasetRecord("ppi").printed.find(({ paper }) => paper === "roc")!.vertices / 24;

const METRICS = {
  ...changedMetrics("latency", { label: "latency", unit: "ms", better: "lower" }, CHANGES),
  slowest_partition: { label: "slowest partition", unit: "ms", better: "lower" },
  communication: { label: "communication", unit: "ms", better: "lower" },
  ...changedMetrics(
    "speedup_over_one",
    { label: "speed-up over one GPU", unit: "x", better: "higher" },
    CHANGES,
  ),
  graph_scale: { label: "vertices of a graph over the printed number", unit: "1", shown: false },
  ...SPEEDUP_METRICS,
} as const satisfies Metrics;

/** Times the cuts of the strategies that were asked for, beside the graphs on one device. */
async function measure(
  lab: Lab,
  _dataset: LoadedDataset,
  { gpus }: GpuWorkload,
  contenders: readonly FigureStrategy[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const run = await timeInference(lab, { gpus, strategies: contenders.map(({ id }) => id) });
  const changes = changesOf(lab), isMeasured = gpus === 1;
  return byContender(contenders, ({ id }) => {
    const rounds = (change: Change) => latencyRounds(run, id, change);
    const shown = rounds(UNCHANGED), slowest = slowestTimes(run.cuts.get(id)![0]);
    const modelledOnly = changes.filter((change) => !isMeasured || change.id !== "");
    return {
      times: { slowest_partition: slowest, ...(isMeasured && { latency: { ...slowest, ms: shown } }) },
      facts: {
        ...byChange("latency", modelledOnly, (change) => modelled(rounds(change))),
        ...byChange("speedup_over_one", changes, (change) => {
          const own = rounds(change);
          return modelled(latencyRounds(run, WHOLE, change).map((ms, round) => ms / own[round]));
        }),
        graph_scale: run.vertices / PRINTED_VERTICES,
        communication: modelled(median(shown) - median(slowest.ms)),
        ...speedupFacts(contenders, changes, {
          rounds: (change, over) => latencyRounds(run, over ?? id, change),
        }),
      },
    };
  });
}

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

/**
 * `min(latency(8 on 2 nodes), latency(16 on 4 nodes)) > min over single-node latencies`, by the learned cuts.
 */
function slowerOnMoreNodes(evidence: SuiteEvidence): ClaimPart[] {
  const key = (workload: string) => ({ workload, contender: "learned" });
  return [underChanges(modelledChanges(evidence, key(MORE_NODES[0]), "speedup_over_one"), (change) => {
    const metric = changedMetric("speedup_over_one", change);
    return evidence.timed({
      of: [...ONE_NODE, ...MORE_NODES].map((workload) => evidence.series(key(workload), metric)),
      quantity: (speedups) =>
        Math.max(...speedups.slice(0, ONE_NODE.length)) / Math.max(...speedups.slice(ONE_NODE.length)),
      within: [1, Infinity],
      words: "best latency of several nodes / of one",
    });
  })];
}

/** Compares strategies of partitioning by the latency of inference on unseen graphs. */
export const figure9: Suite<GpuWorkload, FigureStrategy, typeof METRICS> = {
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
    "graphs": "20 to learn from, 4 to measure; the latency is their mean",
    "links": "NVLink in a node, EDR InfiniBand between nodes",
  },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [{ metric: "latency", x: "devices" }, { metric: "speedup_over_equal_vertices", x: "devices" }],
  notes: [
    ...PARTITION_NOTES,
    ...CLUSTER_NOTES,
    SPEEDUP_NOTE,
    "Each of the 24 graphs is a stand-in of 2,373 vertices and 67,000 edges with a seed of its own, whether PPI's files are there or " +
    "not; rows name the family. The model learns while the 20 train on two GPUs, one iteration each, and cuts for all GPU counts.",
    "The slowest partition of each graph stands for all: of an equal cut the one that the model says, of a learned cut, which the " +
    "model thinks even, the one that takes longest when each is timed once. They are then timed in turns, the four of a strategy in " +
    "one execution, beside the graphs on one device, by which GPU counts are compared.",
  ],
  publishedAs: (_workload, { id }, metric) =>
    id === "learned" && metric === "speedup_over_equal_vertices"
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
      decide: slowerOnMoreNodes,
    },
  ],
};
