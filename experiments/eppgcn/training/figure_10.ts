/**
 * eppgcn Figure 10: on-the-fly mode, whole trainings whose first epoch builds the paths.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { worstOf } from "../../../kernels/check.ts";
import { median } from "../../../platform/statistics/mod.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { CheckedTimes, Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { ALL, BEFORE, CLAIMS, FLY } from "./figure_10_claims.ts";
import type { GraphWorkload } from "../paper_graphs.ts";
import { pathPreparation, wrongPaths } from "./path_preparation.ts";
import { firstEpochs, WHOLE_NOTE, wholeLosses, wrongLosses } from "./whole_training.ts";
import {
  type ActiveMode,
  backwardAggregationMs,
  EPOCHS,
  MODES,
  timedMode,
  trainedWorkloads,
  TRAINING_SETTINGS,
  trainingModes,
} from "./training_modes.ts";

/** A training, with or without the preparation of its paths. */
interface PathMode extends Contender {
  readonly mode: ActiveMode;
  /** Whether it is timed from a first epoch in which the paths are grown. */
  readonly grows?: true;
  /** Settings that published numbers are printed for. */
  readonly factors?: { readonly mode: string; readonly grouping?: string };
}

const CONTENDERS: readonly PathMode[] = [
  { id: ALL, label: "all-active (GNNAdvisor)", mode: "all" },
  {
    id: FLY,
    label: "paths in the first epoch",
    mode: "regression",
    factors: { mode: "on-the-fly", grouping: "linear-regression" },
  },
  { id: BEFORE, label: "paths before training", mode: "paths", factors: { mode: "pre-processing" } },
  {
    id: "whole-on-the-fly",
    label: "EPPGCN whole, paths grown in the first epoch",
    mode: "whole",
    grows: true,
  },
  { id: "whole-pre-processing", label: "EPPGCN whole, paths before training", mode: "whole" },
];

const PARTS = ["backward_aggregation", "path_preparation", "rest"] as const;

const METRICS = {
  time: { label: `time of ${EPOCHS} epochs`, unit: "ms", better: "lower" },
  speedup: { label: "speed-up over all-active training", unit: "x", better: "higher" },
  backward_aggregation: { label: "backward aggregation", unit: "ms", better: "lower" },
  path_preparation: { label: "path preparation", unit: "ms", better: "lower" },
  rest: { label: "rest", unit: "ms", better: "lower" },
  backward_aggregation_time: {
    label: "backward aggregation of an epoch",
    unit: "ms",
    better: "lower",
    shown: false,
  },
} as const satisfies Metrics;

/** Times the epochs of the modes that were asked for, and the preparation of the paths where it counts. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: GraphWorkload,
  contenders: readonly PathMode[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  // Where all contenders run, so do all modes: Table V has measured them already, or will read them.
  const modes = contenders.length === CONTENDERS.length
    ? MODES
    : MODES.filter((each) => contenders.some(({ mode }) => mode === each));
  const sides = await trainingModes(lab, dataset, modes);
  const rounds = sides.of("all").ms.length;
  const preparation = contenders.some(({ id }) => id === FLY)
    ? await pathPreparation(lab, dataset, rounds)
    : undefined;
  const first = contenders.some(({ grows }) => grows) ? await firstEpochs(lab, dataset, rounds) : undefined;
  const losses = contenders.some(({ mode }) => mode === "whole")
    ? await wholeLosses(lab, dataset)
    : undefined;
  return (id) => {
    const { mode: asked, grows } = contenders.find((each) => each.id === id)!;
    const mode = timedMode(lab.device, asked);
    const own = sides.of(mode), epochs = sides.times(mode);
    if (mode === "whole" && losses?.ok === false) throw wrongLosses(losses);
    if (grows && first?.epoch.check.ok === false) throw wrongLosses(first.epoch.check);
    if (mode !== "all" && preparation?.check.ok === false) throw wrongPaths(preparation.check);
    const prepared = grows ? first?.preparation : id === FLY ? preparation : undefined;
    const charged: CheckedTimes = prepared === undefined
      ? { ...epochs, ms: epochs.ms.map(() => 0) }
      : { ...prepared, check: worstOf([epochs.check, prepared.check]) };
    const total = epochs.ms.map((ms, round) =>
      grows ? first!.epoch.ms[round] + (EPOCHS - 1) * ms : EPOCHS * ms + charged.ms[round]
    );
    const aggregationMs = backwardAggregationMs(own), rest = 1 - aggregationMs / median(epochs.ms);
    const whole = sides.of("all").ms;
    return {
      times: {
        time: { ...charged, timer: epochs.timer, ms: total },
        backward_aggregation_time: own.parts.backward_aggregation_time,
        backward_aggregation: { ...epochs, ms: [EPOCHS * aggregationMs] },
        path_preparation: { ...charged, ms: [median(charged.ms)] },
        rest: { ...epochs, ms: epochs.ms.map((ms) => EPOCHS * ms * rest) },
      },
      facts: id === ALL ? {} : { speedup: total.map((ms, round) => EPOCHS * whole[round] / ms) },
    };
  };
}

/** Whole trainings that build their execution paths in the first epoch. */
export const figure10: Suite<GraphWorkload, PathMode, typeof METRICS> = {
  id: "eppgcn/figure-10",
  artifact: "Figure 10",
  title: "On-the-fly mode",
  decidesFrom: "paper",
  question: "Is a training still shorter when the execution paths are built in its first epoch?",
  contenders: CONTENDERS,
  baseline: ALL,
  workloads: trainedWorkloads,
  settings: {
    ...TRAINING_SETTINGS,
    "path preparation": "building the paths and bringing them to the device",
    "gradients": "a row a vertex",
  },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [
    { metric: "speedup", x: "workload" },
    { metric: "time", x: "workload", share: true, stack: PARTS },
    { metric: "time", x: "workload", facet: "dataset", stack: PARTS },
  ],
  notes: [
    "The epochs are those of Table V, measured once. On a card the modes differ in who has chosen the groups on paths: the " +
    "regression in the first epoch, the classifier before; elsewhere only in whether paths are counted.",
    "Backward aggregation is its share of epochs whose operations were timed one by one, of the time of whole epochs; the rest " +
    "is what remains.",
    "Products on CPU threads have no groups, and nothing to choose.",
    WHOLE_NOTE,
    "The first epoch of EPPGCN whole on the fly is one that has run: its paths are grown from the training set, brought to the " +
    "device and used in the same epoch, from the weights that all trainings begin with. The other epochs are as in Table V.",
  ],
  publishedAs: (_workload, { id, factors }, metric) =>
    id === FLY && metric === "speedup"
      ? {
        metric: "overall_speedup",
        dataset: "8 graphs",
        model: "GCN",
        system: "EPPGCN vs GNNAdvisor",
        config: { ...factors },
      }
      : undefined,
  claims: CLAIMS,
};
