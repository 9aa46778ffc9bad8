/**
 * roc Table 1: the strategies of partitioning that balance devices in training, and in the first inference
 * on an unseen graph.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { quotientWithin } from "../../claims/interval_parts.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { outcomesOf } from "../../trials/joint_outcomes.ts";
import { learnPartitions } from "./partition_learning.ts";
import { RUN_NOTES, timeStrategies } from "./partition_runs.ts";
import {
  type GpuWorkload,
  gpuWorkload,
  PARTITION_NOTES,
  tableGpus,
  trainedGraph,
} from "./partitioned_graphs.ts";
import { STRATEGIES, type Strategy, type StrategyId } from "./strategies.ts";
import { imbalanceRounds, slowestTimes } from "./timed_cut.ts";
import { firstInference } from "./unseen_graph.ts";

const WORKLOAD = "reddit";

/** A slowest partition within a fifth of the mean counts as balanced, as `~` allows. */
const BALANCED = 1.2;

const METRICS = {
  imbalance: { label: "imbalance after training", unit: "x", better: "lower" },
  inference_imbalance: { label: "imbalance of first inference", unit: "x", better: "lower" },
  first_imbalance: { label: "imbalance of first iteration", unit: "x", better: "lower" },
  balanced_training: { label: "balanced in training", unit: "label", better: "neither" },
  balanced_inference: { label: "balanced in inference", unit: "label", better: "neither" },
  slowest_partition: { label: "slowest partition after training", unit: "ms", better: "lower", shown: false },
  slowest_inference: {
    label: "slowest partition of first inference",
    unit: "ms",
    better: "lower",
    shown: false,
  },
} as const satisfies Metrics;

/** Times the cuts of the strategies that were asked for, each with the cut that it begins with. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { gpus }: GpuWorkload,
  contenders: readonly Strategy[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const setting = { graph: trainedGraph(lab.profile, "reddit"), gpus };
  const needed = new Set(contenders.flatMap(({ id, beginsAs = id }) => [id, beginsAs]));
  const strategies = STRATEGIES.map(({ id }) => id).filter((id) => needed.has(id));
  const learning = await lab.once(learnPartitions, dataset, { ...setting, strategy: "learned" });
  const { cuts } = await lab.once(timeStrategies, dataset, { ...setting, strategies });
  const unseen = await firstInference(lab, learning, {
    ...setting,
    strategies: contenders.map(({ id }) => id),
  });
  const isBalanced = (rounds: readonly number[]) => rounds.map((each) => each <= BALANCED ? 1 : 0);
  return outcomesOf(contenders, ({ id, beginsAs = id }) => {
    const trained = cuts.get(id)!, inferred = unseen.get(id)!;
    const training = imbalanceRounds(trained), inference = imbalanceRounds(inferred);
    return {
      times: { slowest_partition: slowestTimes(trained), slowest_inference: slowestTimes(inferred) },
      facts: {
        first_imbalance: imbalanceRounds(cuts.get(beginsAs)!),
        imbalance: training,
        inference_imbalance: inference,
        balanced_training: isBalanced(training),
        balanced_inference: isBalanced(inference),
      },
    };
  });
}

const key = (contender: StrategyId) => ({ workload: WORKLOAD, contender });

/**
 * `imbalance(roc, train) ~ imbalance(dynamic, train) < imbalance(static)` and `imbalance(roc, first
 * inference) < imbalance(dynamic, first inference)`; `~` is 20 %.
 */
function balancedBoth(evidence: SuiteEvidence): ClaimPart[] {
  return [
    quotientWithin(evidence, {
      rows: [evidence.row(key("learned"), "imbalance"), evidence.row(key("dynamic"), "imbalance")],
      words: "imbalance(learned) / imbalance(dynamic) after training",
      quotient: ([a, b]) => a / b,
      within: [1 / BALANCED, BALANCED],
    }),
    evidence.faster(key("learned"), key("static"), "imbalance"),
    evidence.faster(key("dynamic"), key("static"), "imbalance"),
    evidence.faster(key("learned"), key("dynamic"), "inference_imbalance"),
  ];
}

/** Compares how evenly strategies load devices, in training and in the first inference. */
export const table1: Suite<GpuWorkload, Strategy, typeof METRICS> = {
  id: "roc/table-1",
  paper: "roc",
  artifact: "Table 1",
  title: "Partitioning strategies",
  question: "Which strategies balance devices in training, and which at first sight of a graph?",
  contenders: STRATEGIES,
  baseline: "equal-vertices",
  workloads: (profile) => {
    const { dataset } = trainedGraph(profile, "reddit");
    return [gpuWorkload(tableGpus(profile), { id: WORKLOAD, dataset, model: "GCN" })];
  },
  settings: {
    "imbalance": "slowest partition over the mean, measured",
    "iterations": "20 of dynamic repartitioning and of online learning (3 at smoke)",
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
    "spreads the time of a range over its edges, and has no times of a graph that it has not run on: it begins with equal edges.",
  ],
  publishedAs: (_workload, { system }, metric) =>
    (metric === "balanced_training" || metric === "balanced_inference") && system !== undefined
      ? { metric, system }
      : undefined,
  claims: [{ claimId: "roc.q.balanced-both", decide: balancedBoth }],
};
