/**
 * eppgcn Table V: pre-processing mode, whole trainings with paths that were built before.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { median } from "../../platform/statistics/mod.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { allBelow } from "../claims/interval_parts.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { PAPER_GRAPHS, paperGraph } from "./paper_graphs.ts";
import {
  type ActiveMode,
  EPOCHS,
  trainedWorkloads,
  TRAINING_SETTINGS,
  trainingModes,
} from "./training_modes.ts";
import type { TextContender, TextSuite } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

const ALL = "gnnadvisor", PATHS = "eppgcn", COMPACT = "compact";
const SMALL = ["cora", "citeseer", "pubmed"];
/** Half a unit of the last printed digit of an accuracy. */
const PRINTED_ZERO = 0.0005;

const CONTENDERS: readonly (TextContender & { readonly mode: ActiveMode })[] = [
  { id: ALL, label: "all-active (GNNAdvisor)", mode: "all" },
  { id: PATHS, label: "execution paths (EPPGCN)", mode: "paths" },
  { id: COMPACT, label: "execution paths, compact gradients", mode: "compact" },
];

async function count(lab: Lab, dataset: LoadedDataset, id: string): Promise<readonly Fact[]> {
  const { modes, preparationMs, accuracyDifference } = await trainingModes(lab, dataset);
  const { epochMs, facts } = modes[CONTENDERS.find((contender) => contender.id === id)!.mode];
  const time: Fact = { metric: "time", unit: "ms", value: epochMs.map((ms) => EPOCHS * ms) };
  if (id === ALL) {
    const share = 100 * modes.all.aggregationMs / median(epochMs);
    return [time, { metric: "backward_aggregation_share", unit: "%", value: share }, ...facts];
  }
  const speedup = epochMs.map((ms, round) => modes.all.epochMs[round] / ms);
  return [
    time,
    { metric: "speedup", unit: "x", value: speedup },
    { metric: "preprocess", unit: "ms", value: preparationMs },
    {
      ...{ metric: "preprocess_over_training", unit: "1" },
      value: preparationMs.map((ms, round) => ms / (EPOCHS * epochMs[round])),
    },
    ...payback(preparationMs, modes.all.epochMs, epochMs),
    ...(id === PATHS ? [{ metric: "accuracy_difference", unit: "1", value: accuracyDifference }] : []),
    ...facts,
  ];
}

/** Epochs after which the paths have saved what they cost; none where an epoch saves nothing. */
function payback(
  preparationMs: readonly number[],
  allMs: readonly number[],
  ownMs: readonly number[],
): Fact[] {
  const saved = median(allMs.map((ms, round) => ms - ownMs[round]));
  return saved > 0
    ? [{ metric: "pays_off_after", unit: "epochs", value: median(preparationMs) / saved }]
    : [];
}

const key = (workload: string, contender: string) => ({ workload, contender });

/** Faster everywhere, and every small graph gains less than every other. */
function trainingFaster(evidence: SuiteEvidence): ClaimPart[] {
  const gains = PAPER_GRAPHS.map(({ id, name }) => ({
    ...{ id, name, row: evidence.row(key(id, PATHS), "speedup") },
  }));
  const small = gains.filter(({ id }) => SMALL.includes(id)),
    larger = gains.filter(({ id }) => !SMALL.includes(id));
  return [
    ...PAPER_GRAPHS.map(({ id }) => evidence.faster(key(id, PATHS), key(id, ALL))),
    allBelow(evidence, small.flatMap((a) => larger.map((b) => [a.row, b.row] as const)), {
      words: `speed-up of the training: ${
        gains.map(({ name, row }) => `${name} ${medianOf(row).toFixed(2)}`).join(", ")
      }`,
    }),
  ];
}

/** The claim is about the classifier, which products without groups have no use for. */
function preprocessRatio(evidence: SuiteEvidence): ClaimPart[] {
  const rows = PAPER_GRAPHS.map(({ id }) => evidence.row(key(id, PATHS), "preprocess_over_training"));
  const words = `building paths over training: ${
    PAPER_GRAPHS.map(({ name }, i) => `${name} ${medianOf(rows[i]).toFixed(3)}`).join(", ")
  }`;
  const open = "99 % of the printed times are the group size classifier's; here the paths alone are built";
  return [evidence.decide(undefined, { words, rows, open })];
}

function accuracy(evidence: SuiteEvidence): ClaimPart[] {
  return PAPER_GRAPHS.map(({ id, name }) => {
    const row = evidence.row(key(id, PATHS), "accuracy_difference");
    const difference = medianOf(row);
    return evidence.exact(
      Math.abs(difference) < PRINTED_ZERO,
      `${name}: accuracies differ by ${difference.toFixed(4)}`,
      [row],
      difference,
    );
  });
}

/** The suite. */
export const table5: TextSuite = {
  id: "eppgcn/table-5",
  paper: "eppgcn",
  artifact: "Table V",
  title: "Pre-processing mode",
  question: "How much shorter is a training on execution paths, and what does it cost to build them first?",
  contenders: CONTENDERS.map(({ id, label }) => ({ id, label })),
  baseline: ALL,
  workloads: trainedWorkloads,
  settings: {
    ...TRAINING_SETTINGS,
    "features": "Cora, Citeseer: the publisher's; else random, of the public scripts' widths",
    "pre-processing": "building the paths and bringing them to the device",
  },
  measurement: { kind: "counted", count: (lab, dataset, _workload, { id }) => count(lab, dataset, id) },
  metrics: [
    { id: "speedup", label: "speed-up over all-active training", unit: "x", better: "higher" },
    { id: "time", label: `time of ${EPOCHS} epochs`, unit: "ms", better: "lower" },
    { id: "preprocess", label: "pre-processing", unit: "ms", better: "lower" },
    { id: "preprocess_over_training", label: "pre-processing over training", unit: "1", better: "lower" },
    { id: "pays_off_after", label: "paths pay off after", unit: "epochs", better: "lower" },
    {
      ...{ id: "backward_aggregation_share", label: "backward aggregation of all-active training" },
      ...{ unit: "%", better: "neither" },
    },
    { id: "accuracy_difference", label: "accuracy lost", unit: "1", better: "lower" },
    {
      id: "backward_aggregation_time",
      label: "backward aggregation of an epoch",
      unit: "ms",
      better: "lower",
    },
  ],
  plots: [
    { metric: "speedup", x: "workload" },
    { metric: "pays_off_after", x: "workload", logarithmic: true },
  ],
  notes: [
    `A training is ${EPOCHS} times an epoch as measured, round by round: epochs do the same work, whatever they have learned.`,
    "GNNAdvisor and EPPGCN keep a gradient row for every vertex; compact gradients, which the paper does not have, shrink the " +
    "dense products of the backward pass too.",
    "The paper's pre-processing is nearly all inference of the group size classifier; products on CPU threads have no groups, " +
    "and the time here is that of the paths alone.",
    "Accuracies are compared from equal initial weights, after 100 epochs where the features are the publisher's, after 5 " +
    "where they are random.",
  ],
  publishedAs: ({ id }, contender, metric) => {
    const { name } = paperGraph(id);
    const shared = { dataset: name, model: "GCN" };
    const config = { epochs: String(EPOCHS), mode: "pre-processing", grouping: "SAGPool" };
    if (contender.id === ALL && metric === "backward_aggregation_share" && SMALL.includes(id)) {
      return { ...shared, metric: "backward_aggregation_time_share", system: "GNNAdvisor" };
    }
    if (contender.id === ALL) {
      return metric === "time"
        ? { ...shared, metric: "training_time", system: "GNNAdvisor", config: { epochs: String(EPOCHS) } }
        : undefined;
    }
    if (contender.id !== PATHS) return undefined;
    switch (metric) {
      case "time":
        return { ...shared, metric: "training_time", system: "EPPGCN", config };
      case "preprocess":
        return { ...shared, metric: "preprocess_time", system: "EPPGCN", config };
      case "speedup":
        return { ...shared, metric: "overall_speedup", system: "EPPGCN vs GNNAdvisor", config };
      case "accuracy_difference":
        return { ...shared, metric, system: "EPPGCN vs GNNAdvisor", config };
      default:
        return undefined;
    }
  },
  claims: [
    { claimId: "eppgcn.q.training-faster", decide: trainingFaster },
    { claimId: "eppgcn.q.preprocess-ratio", decide: preprocessRatio },
    { claimId: "eppgcn.q.accuracy", decide: accuracy },
  ],
};
