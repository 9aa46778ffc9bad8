/**
 * roc Table 1: the strategies of partitioning that balance devices in training, and in the first inference
 * on an unseen graph.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ClaimPart, TimedPart } from "../../../results/verdicts/evidence.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import { largeParts, PART_METRICS, partFacts, realOrder } from "./balance_premises.ts";
import { DRIFT_METRICS, sweepDrift, SWEPT, unbalancedAtDrifts } from "./drift_sweep.ts";
import { learnPartitions, type PartitionSetting } from "./partition_learning.ts";
import { RUN_NOTES, timeStrategies } from "./partition_runs.ts";
import {
  type GpuWorkload,
  gpuWorkload,
  PARTITION_NOTES,
  tableGpus,
  tableGraph,
} from "./partitioned_graphs.ts";
import { type Strategy, type StrategyId, TABLE_STRATEGIES } from "./strategies.ts";
import { imbalanceRounds, slowestTimes } from "./timed_cut.ts";
import { firstInference } from "./unseen_graph.ts";

const WORKLOAD = "reddit";

/** A slowest partition within a fifth of the mean counts as balanced, as `~` allows. */
const BALANCED = 1.2;

const METRICS = {
  imbalance: { label: "imbalance after training", unit: "x", better: "lower" },
  inference_imbalance: { label: "imbalance of first inference", unit: "x", better: "lower" },
  first_imbalance: { label: "imbalance of first iteration", unit: "x", better: "lower" },
  balanced_training: { label: "balanced in training", unit: "label" },
  balanced_inference: { label: "balanced in inference", unit: "label" },
  slowest_partition: { label: "slowest partition after training", unit: "ms", better: "lower", shown: false },
  slowest_inference: {
    label: "slowest partition of first inference",
    unit: "ms",
    better: "lower",
    shown: false,
  },
  ...PART_METRICS,
  ...DRIFT_METRICS,
} as const satisfies Metrics;

/** Imbalance of the first iteration of a strategy that adapts; that of every iteration of a fixed cut. */
async function firstImbalance(
  lab: Lab,
  dataset: LoadedDataset,
  { setting, strategy, trained }: {
    readonly setting: PartitionSetting;
    readonly strategy: StrategyId;
    readonly trained: readonly number[];
  },
): Promise<readonly number[]> {
  if (strategy !== "learned" && strategy !== "dynamic") return trained;
  const { iterations } = await lab.once(learnPartitions, dataset, { ...setting, strategy });
  return [iterations[0].imbalance];
}

/** Times the cuts of the strategies that were asked for. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { gpus }: GpuWorkload,
  contenders: readonly Strategy[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const setting = { graph: tableGraph(lab.profile), gpus };
  const strategies = contenders.map(({ id }) => id);
  const learning = await lab.once(learnPartitions, dataset, { ...setting, strategy: "learned" });
  const { cuts } = await lab.once(
    timeStrategies,
    dataset,
    { ...setting, strategies, withWhole: false },
    lab.profile,
  );
  const unseen = await firstInference(lab, learning, { ...setting, strategies });
  const first = new Map<StrategyId, readonly number[]>();
  for (const [strategy, cut] of cuts) {
    const trained = imbalanceRounds(cut);
    first.set(strategy, await firstImbalance(lab, dataset, { setting, strategy, trained }));
  }
  const parts = partFacts(dataset.graph, { id: setting.graph.id, gpus });
  const drifts = await lab.once(sweepDrift, dataset, setting);
  const isBalanced = (rounds: readonly number[]) => rounds.map((each) => each <= BALANCED ? 1 : 0);
  return byContender(contenders, ({ id }) => {
    const trained = cuts.get(id)!, inferred = unseen.get(id)!;
    const training = imbalanceRounds(trained), inference = imbalanceRounds(inferred);
    return {
      times: { slowest_partition: slowestTimes(trained), slowest_inference: slowestTimes(inferred) },
      facts: {
        first_imbalance: first.get(id)!,
        imbalance: training,
        inference_imbalance: inference,
        balanced_training: isBalanced(training),
        balanced_inference: isBalanced(inference),
        ...parts,
        ...drifts,
      },
    };
  });
}

const key = (contender: StrategyId) => ({ workload: WORKLOAD, contender });

/** The worse of a strategy's two imbalances is above what counts as balanced. */
function notInBoth(evidence: SuiteEvidence, cell: CellKey): TimedPart {
  return evidence.timed({
    of: ["imbalance", "inference_imbalance"].map((metric) => evidence.series(cell, metric)),
    quantity: (imbalances) => Math.max(...imbalances),
    within: [BALANCED, Infinity],
    words: `the worse imbalance of ${cell.contender}`,
  });
}

/**
 * Learned cuts are balanced in training and in the first inference, dynamic repartitioning in training and
 * not in the first inference, equal vertices and the edge-cut not in both; and the orders that follow. On a
 * stand-in, equal cuts are also asked for at every drift.
 */
function balancedBoth(evidence: SuiteEvidence): ClaimPart[] {
  const balanced = (contender: StrategyId, metric: string) =>
    evidence.bounded(key(contender), metric, { side: "below", bound: BALANCED });
  return [
    balanced("learned", "imbalance"),
    balanced("learned", "inference_imbalance"),
    balanced("dynamic", "imbalance"),
    evidence.bounded(key("dynamic"), "inference_imbalance", { side: "above", bound: BALANCED }),
    notInBoth(evidence, key("equal-vertices")),
    notInBoth(evidence, key("static")),
    evidence.equal([key("learned"), key("dynamic")], { metric: "imbalance", margin: BALANCED }),
    evidence.faster(key("learned"), key("static"), "imbalance"),
    evidence.faster(key("dynamic"), key("static"), "imbalance"),
    evidence.faster(key("learned"), key("dynamic"), "inference_imbalance"),
    ...unbalancedAtDrifts(evidence, key("learned"), {
      balanced: BALANCED,
      words: "equal vertices, and equal edges, with which dynamic repartitioning begins, are out of balance",
    }),
  ];
}

/** Compares how evenly strategies load devices, in training and in the first inference. */
export const table1: Suite<GpuWorkload, Strategy, typeof METRICS> = {
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
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [{ metric: "imbalance", x: "workload" }, { metric: "inference_imbalance", x: "workload" }],
  notes: [
    ...PARTITION_NOTES,
    ...RUN_NOTES,
    "The table prints ticks. Balanced (1 for yes) is here a slowest partition within 20 % of the mean.",
    "The edge-cut balances vertices; TensorFlow's and NeuGraph's equal parts are taken as equal vertices. Dynamic repartitioning " +
    "spreads the time of a range over its edges, and has no times of a graph that it has not run on: it begins with equal edges. The " +
    "first iteration of a strategy that adapts is timed once.",
    "The order of a stand-in's ids is drawn. How much of its drift the table needs is asked of the learned model: what imbalance it " +
    "expects of equal cuts where a quarter, half, three quarters or all of the vertices are at random places.",
  ],
  publishedAs: (_workload, { system }, metric) =>
    (metric === "balanced_training" || metric === "balanced_inference") && system !== undefined
      ? { metric, system }
      : undefined,
  claims: [{
    claimId: "roc.q.balanced-both",
    premise: [
      ...largeParts(
        { workloads: [WORKLOAD], contender: "learned" },
        "reddit@1/23.2 on 2 GPUs (--profile standard)",
      ),
      realOrder([key("learned")], SWEPT),
    ],
    decide: balancedBoth,
  }],
};
