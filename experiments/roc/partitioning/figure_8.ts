/**
 * roc Figure 8: training throughput by strategy of partitioning and number of GPUs.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { ROC_CLUSTER } from "../../../training/partitioned/mod.ts";
import { byChange, changedMetrics } from "../../claims/model_changes.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import { PART_METRICS, partFacts, printedParts, realOrder } from "./balance_premises.ts";
import { type Change, CHANGES, changesOf, CLUSTER_NOTES, modelled, UNCHANGED } from "./changed_links.ts";
import { RUN_NOTES, SHARED_STRATEGIES, timeStrategies } from "./partition_runs.ts";
import {
  gpuCounts,
  type GpuWorkload,
  gpuWorkload,
  PARTITION_NOTES,
  trainedGraph,
} from "./partitioned_graphs.ts";
import { FIGURE_STRATEGIES, type Strategy, type StrategyId } from "./strategies.ts";
import { coincideOnOne, notSlower, SPEEDUP_NOTE } from "./strategy_claims.ts";
import { SPEEDUP_METRICS, speedupFacts } from "./strategy_speedups.ts";
import { iterationRounds, slowestTimes } from "./timed_cut.ts";

const workloadId = (gpus: number) => `reddit:${gpus}`;

/** More than one GPU. */
const SEVERAL = [2, 4, 8, 16].map(workloadId);

const METRICS = {
  throughput: { label: "throughput", unit: "epochs/s", better: "higher" },
  ...changedMetrics("time", { label: "epoch time", unit: "ms", better: "lower" }, CHANGES),
  slowest_partition: { label: "slowest partition", unit: "ms", better: "lower" },
  communication: { label: "communication", unit: "ms", better: "lower" },
  other_partitions: { label: "partitions that are not the whole graph", unit: "count", shown: false },
  ...PART_METRICS,
  ...SPEEDUP_METRICS,
} as const satisfies Metrics;

/** Times the cuts of the strategies that were asked for; speed-ups are over the equal cuts among them. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { gpus }: GpuWorkload,
  contenders: readonly Strategy[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const setting = { graph: trainedGraph(lab.profile, "reddit"), gpus };
  const asked = contenders.map(({ id }) => id);
  const strategies = asked.length === FIGURE_STRATEGIES.length ? SHARED_STRATEGIES : asked;
  const timed = { ...setting, strategies, withWhole: true };
  const { cuts, layers } = await lab.once(timeStrategies, dataset, timed, lab.profile);
  const rounds = (strategy: StrategyId, change: Change) =>
    iterationRounds(cuts.get(strategy)!, { layers, work: "training", cluster: ROC_CLUSTER, change });
  const parts = partFacts(dataset.graph, { id: setting.graph.id, gpus });
  // On one device nothing is modelled but what is changed.
  const isMeasured = gpus === 1, source = isMeasured ? "measured" : "modelled";
  return byContender(contenders, ({ id }) => {
    const shown = rounds(id, UNCHANGED), slowest = slowestTimes(cuts.get(id)!);
    const changes = changesOf(lab).filter((change) => !isMeasured || change.id !== "");
    return {
      times: { slowest_partition: slowest, ...(isMeasured && { time: { ...slowest, ms: shown } }) },
      facts: {
        throughput: { value: shown.map((ms) => 1e3 / ms), source },
        ...byChange("time", changes, (change) => modelled(rounds(id, change))),
        other_partitions: cuts.get(id)!.blocks.filter(({ begin, end }) =>
          begin > 0 || end < dataset.graph.rows
        ).length,
        ...parts,
        communication: modelled(shown[0] - slowest.ms[0]),
        ...speedupFacts(contenders, changesOf(lab), {
          rounds: (change, over) => rounds(over ?? id, change),
          isMeasured,
        }),
      },
    };
  });
}

/** Compares strategies of partitioning by measured partitions and modelled communication. */
export const figure8: Suite<GpuWorkload, Strategy, typeof METRICS> = {
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
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [{ metric: "throughput", x: "devices" }, { metric: "speedup_over_equal_vertices", x: "devices" }],
  notes: [...PARTITION_NOTES, ...RUN_NOTES, ...CLUSTER_NOTES, SPEEDUP_NOTE],
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
