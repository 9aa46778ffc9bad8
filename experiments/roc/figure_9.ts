/**
 * roc Figure 9: latency of inference on graphs that the cost model has not seen, by the way of partitioning and the number of GPUs.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { median } from "../../platform/statistics/mod.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { quotientWithin } from "../claims/interval_parts.ts";
import { changedMetric, underChanges } from "../claims/model_changes.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { type Change, changedFacts, CHANGES, CLUSTER_NOTES, modelledChanges } from "./changed_links.ts";
import { inferenceRun, type InferenceStrategy, latencyRounds, WHOLE } from "./inference_runs.ts";
import { FIGURE_STRATEGIES } from "./partition_runs.ts";
import { gpuCounts, gpusOf, gpuWorkload, PARTITION_NOTES, tissueGraphs } from "./partitioned_graphs.ts";
import { notSlower, SPEEDUP_NOTE, speedupMetric, SPEEDUPS } from "./strategy_claims.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

const workloadId = (gpus: number) => `ppi:${gpus}`;

async function count(
  lab: Lab,
  _dataset: LoadedDataset,
  workload: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  const run = await inferenceRun(lab, gpusOf(workload));
  const own = (change: Change) => latencyRounds(run, id as InferenceStrategy, change);
  const computed = run.cuts.get(id as InferenceStrategy)!.flatMap(({ times }) => [...times.values()])[0];
  const ratio = (other: InferenceStrategy | typeof WHOLE, change: Change) => {
    const others = latencyRounds(run, other, change);
    return own(change).map((ms, round) => others[round] / ms);
  };
  return [
    ...changedFacts(lab, "latency", { unit: "ms", under: own, measured: gpusOf(workload) === 1 }),
    ...changedFacts(lab, OVER_ONE, { unit: "x", under: (change) => ratio(WHOLE, change) }),
    { metric: "slowest_partition", unit: "ms", value: computed },
    {
      ...{ metric: "communication", unit: "ms", source: "modelled" },
      value: median(own(CHANGES[0])) - median(computed),
    },
    ...SPEEDUPS.flatMap(({ over }) =>
      changedFacts(lab, speedupMetric(over), {
        unit: "x",
        under: (change) => ratio(over, change),
      })
    ),
  ];
}

/** What GPU counts are compared by. */
const OVER_ONE = "speedup_over_one";

const ONE_NODE = [1, 2, 4].map(workloadId), MORE_NODES = [8, 16].map(workloadId);

/** `min(latency(8 on 2 nodes), latency(16 on 4 nodes)) > min over single-node latencies`, by the learned cuts. */
function slowerOnMoreNodes(evidence: SuiteEvidence): ClaimPart[] {
  const key = (workload: string) => ({ workload, contender: "learned" });
  const row = (workload: string, change: Change) =>
    evidence.row(key(workload), changedMetric(OVER_ONE, change));
  return [underChanges(modelledChanges(evidence, key(MORE_NODES[0]), OVER_ONE), (change) => {
    const fastest = (workloads: readonly string[]) =>
      workloads.map((workload) => row(workload, change))
        .reduce((best, each) => medianOf(each) > medianOf(best) ? each : best);
    return quotientWithin(evidence, {
      rows: [fastest(ONE_NODE), fastest(MORE_NODES)],
      words: "best latency of several nodes / of one",
      quotient: ([one, more]) => one / more,
      within: [1, Infinity],
    });
  })];
}

/** The suite. */
export const figure9: TextSuite = {
  id: "roc/figure-9",
  paper: "roc",
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
  measurement: { kind: "counted", count },
  metrics: [
    { id: "latency", label: "latency", unit: "ms", better: "lower" },
    { id: "slowest_partition", label: "slowest partition", unit: "ms", better: "lower" },
    { id: "communication", label: "communication", unit: "ms", better: "lower" },
    { id: OVER_ONE, label: "speed-up over one GPU", unit: "x", better: "higher" },
    ...SPEEDUPS.map(({ over, label }) => ({
      ...{ id: speedupMetric(over), label: `speed-up over ${label}`, unit: "x", better: "higher" as const },
    })),
  ],
  plots: [{ metric: "latency", x: "devices" }, { metric: speedupMetric("equal-vertices"), x: "devices" }],
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
    id === "learned" && metric === speedupMetric("equal-vertices")
      ? {
        ...{ metric: "inference_speedup", dataset: "PPI", model: "GIN" },
        ...{ system: "ROC partitioner vs equal partitions", config: { phase: "inference" } },
      }
      : undefined,
  claims: [
    {
      claimId: "roc.q.inference-transfer",
      decide: (evidence) => notSlower(evidence, [2, 4, 8, 16].map(workloadId)),
    },
    { claimId: "roc.q.small-graphs-multinode", decide: slowerOnMoreNodes },
  ],
};
