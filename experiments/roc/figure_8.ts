/**
 * roc Figure 8: training throughput by the way of partitioning and the number of GPUs.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { ROC_CLUSTER } from "../../training/partitioned/mod.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { type Change, changedFacts, CHANGES, CLUSTER_NOTES } from "./changed_links.ts";
import { FIGURE_STRATEGIES, partitionRun, RUN_NOTES, type StrategyId } from "./partition_runs.ts";
import { gpuCounts, gpusOf, gpuWorkload, PARTITION_NOTES, trainedGraph } from "./partitioned_graphs.ts";
import { coincideOnOne, notSlower, SPEEDUP_NOTE, speedupMetric, SPEEDUPS } from "./strategy_claims.ts";
import { iterationRounds, slowest } from "./timed_cut.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";

const workloadId = (gpus: number) => `reddit:${gpus}`;

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  const gpus = gpusOf(workload);
  const run = await partitionRun(lab, dataset, { graph: trainedGraph(lab.profile, "reddit"), gpus });
  const cut = run.cuts.get(id as StrategyId)!;
  const rounds = (strategy: StrategyId, change: Change) =>
    iterationRounds(run.cuts.get(strategy)!, {
      ...{ layers: run.layers, work: "training", cluster: ROC_CLUSTER, change },
    });
  const own = (change: Change) => rounds(id as StrategyId, change);
  const source = gpus === 1 ? "measured" : "modelled";
  const compute = cut.times.get(slowest(cut))!;
  const shown = own(CHANGES[0]);
  return [
    { metric: "throughput", unit: "epochs/s", value: shown.map((ms) => 1e3 / ms), source },
    ...changedFacts(lab, "time", { unit: "ms", under: own, measured: gpus === 1 }),
    { metric: "slowest_partition", unit: "ms", value: compute },
    { metric: "communication", unit: "ms", value: shown[0] - compute[0], source: "modelled" },
    ...SPEEDUPS.flatMap(({ over }) =>
      changedFacts(lab, speedupMetric(over), {
        ...{ unit: "x", measured: gpus === 1 },
        under: (change) => {
          const others = rounds(over, change);
          return own(change).map((ms, round) => others[round] / ms);
        },
      })
    ),
  ];
}

/** The suite. */
export const figure8: TextSuite = {
  id: "roc/figure-8",
  paper: "roc",
  artifact: "Figure 8",
  title: "Partitioning for training",
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
  measurement: { kind: "counted", count },
  metrics: [
    { id: "throughput", label: "throughput", unit: "epochs/s", better: "higher" },
    { id: "time", label: "epoch time", unit: "ms", better: "lower" },
    { id: "slowest_partition", label: "slowest partition", unit: "ms", better: "lower" },
    { id: "communication", label: "communication", unit: "ms", better: "lower" },
    ...SPEEDUPS.map(({ over, label }) => ({
      ...{ id: speedupMetric(over), label: `speed-up over ${label}`, unit: "x", better: "higher" as const },
    })),
  ],
  plots: [{ metric: "throughput", x: "devices" }, { metric: speedupMetric("equal-vertices"), x: "devices" }],
  notes: [...PARTITION_NOTES, ...RUN_NOTES, ...CLUSTER_NOTES, SPEEDUP_NOTE],
  publishedAs: (_workload, { id }, metric) =>
    id === "learned" && metric === speedupMetric("equal-vertices")
      ? { metric: "throughput_speedup", system: "ROC partitioner vs equal vertex partition" }
      : undefined,
  claims: [
    {
      claimId: "roc.q.partition-order",
      decide: (evidence) => notSlower(evidence, [2, 4, 8, 16].map(workloadId)),
    },
    { claimId: "roc.q.one-gpu-equal", decide: (evidence) => coincideOnOne(evidence, workloadId(1)) },
  ],
};
