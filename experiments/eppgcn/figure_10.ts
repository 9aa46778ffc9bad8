/**
 * eppgcn Figure 10: on-the-fly mode, whole trainings whose first epoch builds the paths.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { median } from "../../platform/statistics/mod.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { intervalOf, liesWithin, spellInterval } from "../claims/interval.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { PAPER_GRAPHS } from "./paper_graphs.ts";
import { EPOCHS, trainedWorkloads, TRAINING_SETTINGS, trainingModes } from "./training_modes.ts";
import type { TextContender, TextSuite } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

const ALL = "gnnadvisor", FLY = "on-the-fly", BEFORE = "pre-processing";
/** "Only the backward aggregation changes": the rest of a training stays within this share of itself. */
const SAME = 0.2;

const CONTENDERS: readonly TextContender[] = [
  { id: ALL, label: "all-active (GNNAdvisor)" },
  {
    id: FLY,
    label: "paths in the first epoch",
    factors: { mode: "on-the-fly", grouping: "linear-regression" },
  },
  { id: BEFORE, label: "paths before training", factors: { mode: "pre-processing" } },
];

async function count(lab: Lab, dataset: LoadedDataset, id: string): Promise<readonly Fact[]> {
  const { modes, preparationMs } = await trainingModes(lab, dataset);
  const { epochMs, aggregationMs } = id === ALL ? modes.all : modes.paths;
  const preparation = id === FLY ? preparationMs : preparationMs.map(() => 0);
  const total = epochMs.map((ms, round) => EPOCHS * ms + preparation[round]);
  const whole = modes.all.epochMs.map((ms) => EPOCHS * ms);
  const aggregation = EPOCHS * aggregationMs;
  const ms = (metric: string, value: number | readonly number[]): Fact => ({ metric, unit: "ms", value });
  return [
    ms("time", total),
    ...(id === ALL
      ? []
      : [{ metric: "speedup", unit: "x", value: total.map((each, round) => whole[round] / each) }]),
    ms("backward_aggregation", aggregation),
    ms("path_preparation", median(preparation)),
    ms("rest", epochMs.map((epoch) => EPOCHS * epoch * (1 - aggregationMs / median(epochMs)))),
  ];
}

const key = (workload: string, contender: string) => ({ workload, contender });

function onTheFly(evidence: SuiteEvidence): ClaimPart[] {
  return PAPER_GRAPHS.flatMap(({ id, name }) => [
    evidence.faster(key(id, FLY), key(id, ALL)),
    restIsTheSame(evidence, id, name),
  ]);
}

/** Within the share, or beyond it, where all values of the intervals are. */
function restIsTheSame(evidence: SuiteEvidence, id: string, name: string): ClaimPart {
  const rows = [FLY, ALL].map((contender) => evidence.row(key(id, contender), "rest"));
  const [own, whole] = rows.map(intervalOf);
  const ratio = { value: own.value / whole.value, low: own.low / whole.high, high: own.high / whole.low };
  return evidence.decide(liesWithin(ratio, [1 - SAME, 1 + SAME]), {
    words: `${name}: all but backward aggregation takes ${spellInterval(ratio)} of all-active training's`,
    rows,
    value: ratio.value,
    open: `the interval meets ${100 * SAME} %`,
  });
}

/**
 * The paper's modes differ in how group sizes are chosen, and in whether preparation counts. Products on paths have one group size
 * here, or none: what is left to compare is a time with itself and something on top.
 */
function beforeIsNoSlower(evidence: SuiteEvidence): ClaimPart[] {
  const rows = PAPER_GRAPHS.flatMap(({ id }) =>
    [BEFORE, FLY].map((contender) => evidence.row(key(id, contender), "speedup"))
  );
  const words = `speed-up with paths built before, and in the first epoch: ${
    PAPER_GRAPHS.map(({ name }, i) =>
      `${name} ${medianOf(rows[2 * i]).toFixed(3)}, ${medianOf(rows[2 * i + 1]).toFixed(3)}`
    ).join("; ")
  }`;
  const open =
    "both modes run the same epochs here, so that the one that is charged for paths cannot be faster";
  return [evidence.decide(undefined, { words, rows, open })];
}

/** The suite. */
export const figure10: TextSuite = {
  id: "eppgcn/figure-10",
  paper: "eppgcn",
  artifact: "Figure 10",
  title: "On-the-fly mode",
  question: "Is a training still shorter when the execution paths are built in its first epoch?",
  contenders: CONTENDERS,
  baseline: ALL,
  workloads: trainedWorkloads,
  settings: {
    ...TRAINING_SETTINGS,
    "path preparation": "building the paths and bringing them to the device",
    "gradients": "a row a vertex",
  },
  measurement: { kind: "counted", count: (lab, dataset, _workload, { id }) => count(lab, dataset, id) },
  metrics: [
    { id: "time", label: `time of ${EPOCHS} epochs`, unit: "ms", better: "lower" },
    { id: "speedup", label: "speed-up over all-active training", unit: "x", better: "higher" },
    { id: "backward_aggregation", label: "backward aggregation", unit: "ms", better: "lower" },
    { id: "path_preparation", label: "path preparation", unit: "ms", better: "lower" },
    { id: "rest", label: "rest", unit: "ms", better: "lower" },
  ],
  plots: [
    { metric: "speedup", x: "workload" },
    {
      ...{ metric: "time", x: "workload", share: true },
      stack: ["backward_aggregation", "path_preparation", "rest"],
    },
    {
      ...{ metric: "time", x: "workload", facet: "dataset" },
      stack: ["backward_aggregation", "path_preparation", "rest"],
    },
  ],
  notes: [
    "The epochs are those of Table V, measured once: both modes run the same ones, and differ in whether paths are counted.",
    "Backward aggregation is its share of epochs whose operations were timed one by one, of the time of whole epochs; the rest " +
    "is what remains.",
    "Products on CPU threads have no groups, and the regression nothing to choose.",
  ],
  publishedAs: (_workload, { id, factors }, metric) =>
    id === FLY && metric === "speedup"
      ? {
        ...{ metric: "overall_speedup", dataset: "8 graphs", model: "GCN", system: "EPPGCN vs GNNAdvisor" },
        config: { ...factors },
      }
      : undefined,
  claims: [
    { claimId: "eppgcn.q.on-the-fly", decide: onTheFly },
    { claimId: "eppgcn.q.preproc-vs-fly", decide: beforeIsNoSlower },
  ],
};
