/**
 * roc Table 1: which ways of partitioning balance devices in training, and which in the first inference on a graph that they have
 * not seen.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { quotientWithin } from "../claims/interval_parts.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { partitionRun, RUN_NOTES, STRATEGIES, type StrategyId } from "./partition_runs.ts";
import { gpusOf, gpuWorkload, PARTITION_NOTES, tableGpus, trainedGraph } from "./partitioned_graphs.ts";
import { imbalanceRounds } from "./timed_cut.ts";
import { firstInference } from "./unseen_graph.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";

const WORKLOAD = "reddit";

/** A slowest partition within a fifth of the mean counts as balanced, as `~` allows. */
const BALANCED = 1.2;

/** Where each strategy begins. */
const BEGINS_AS: Readonly<Partial<Record<StrategyId, StrategyId>>> = {
  dynamic: "equal-edges",
  learned: "equal-edges",
};

/** Who is printed beside a strategy. */
const SYSTEMS: Readonly<Partial<Record<string, string>>> = {
  "equal-vertices": "TensorFlow",
  "static": "GraphX",
  "dynamic": "Presto",
  "learned": "ROC",
};

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  const strategy = id as StrategyId;
  const setting = { graph: trainedGraph(lab.profile, "reddit"), gpus: gpusOf(workload) };
  const run = await partitionRun(lab, dataset, setting);
  const unseen = (await firstInference(lab, run, setting)).get(strategy)!;
  const training = imbalanceRounds(run.cuts.get(strategy)!);
  const inference = imbalanceRounds(unseen);
  const isBalanced = (rounds: readonly number[]) => rounds.map((each) => each <= BALANCED ? 1 : 0);
  return [
    {
      metric: "first_imbalance",
      unit: "x",
      value: imbalanceRounds(run.cuts.get(BEGINS_AS[strategy] ?? strategy)!),
    },
    { metric: "imbalance", unit: "x", value: training },
    { metric: "inference_imbalance", unit: "x", value: inference },
    { metric: "balanced_training", unit: "label", value: isBalanced(training) },
    { metric: "balanced_inference", unit: "label", value: isBalanced(inference) },
  ];
}

const key = (contender: StrategyId) => ({ workload: WORKLOAD, contender });

/**
 * `imbalance(roc, train) ~ imbalance(dynamic, train) < imbalance(static)` and `imbalance(roc, first inference) < imbalance(dynamic,
 * first inference)`; `~` is 20 %.
 */
function balancedBoth(evidence: SuiteEvidence): ClaimPart[] {
  const [learned, dynamic] = (["learned", "dynamic"] as const).map((id) =>
    evidence.row(key(id), "imbalance")
  );
  return [
    quotientWithin(evidence, {
      rows: [learned, dynamic],
      words: "imbalance(learned) / imbalance(dynamic) after training",
      quotient: ([a, b]) => a / b,
      within: [1 / BALANCED, BALANCED],
    }),
    evidence.faster(key("learned"), key("static"), "imbalance"),
    evidence.faster(key("dynamic"), key("static"), "imbalance"),
    evidence.faster(key("learned"), key("dynamic"), "inference_imbalance"),
  ];
}

/** The suite. */
export const table1: TextSuite = {
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
  measurement: { kind: "counted", count },
  metrics: [
    { id: "imbalance", label: "imbalance after training", unit: "x", better: "lower" },
    { id: "inference_imbalance", label: "imbalance of first inference", unit: "x", better: "lower" },
    { id: "first_imbalance", label: "imbalance of first iteration", unit: "x", better: "lower" },
    { id: "balanced_training", label: "balanced in training", unit: "label", better: "neither" },
    { id: "balanced_inference", label: "balanced in inference", unit: "label", better: "neither" },
  ],
  plots: [{ metric: "imbalance", x: "workload" }, { metric: "inference_imbalance", x: "workload" }],
  notes: [
    ...PARTITION_NOTES,
    ...RUN_NOTES,
    "The table prints ticks. Balanced (1 for yes) is here a slowest partition within 20 % of the mean.",
    "The edge-cut balances vertices; TensorFlow's and NeuGraph's equal parts are taken as equal vertices. Dynamic repartitioning " +
    "spreads the time of a range over its edges, and has no times of a graph that it has not run on: it begins with equal edges.",
  ],
  publishedAs: (_workload, { id }, metric) =>
    metric.startsWith("balanced_") && SYSTEMS[id] !== undefined ? { metric, system: SYSTEMS[id] } : undefined,
  claims: [{ claimId: "roc.q.balanced-both", decide: balancedBoth }],
};
