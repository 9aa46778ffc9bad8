/**
 * eppgcn Table V: pre-processing mode, whole trainings with paths that were built before.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { median } from "../../../platform/statistics/mod.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import type { ChosenProducts } from "../group_sizes/classified_paths.ts";
import { accuracyDifference } from "./accuracy_difference.ts";
import { classifyPaths } from "./trained_groups.ts";
import type { GraphWorkload } from "../paper_graphs.ts";
import { pathPreparation, wrongPaths } from "./path_preparation.ts";
import { WHOLE_NOTE, wholeLosses, wrongLosses } from "./whole_training.ts";
import { ALL, CLAIMS, PATHS, SMALL_GRAPHS } from "./table_5_claims.ts";
import {
  type ActiveMode,
  backwardAggregationMs,
  EPOCHS,
  MODES,
  PHASE_METRICS,
  trainedWorkloads,
  TRAINING_SETTINGS,
  trainingData,
  trainingModes,
  trainingPaths,
} from "./training_modes.ts";

/** A way to train. */
interface TrainedMode extends Contender {
  readonly mode: ActiveMode;
}

const CONTENDERS: readonly TrainedMode[] = [
  { id: ALL, label: "all-active (GNNAdvisor)", mode: "all" },
  { id: PATHS, label: "execution paths (EPPGCN)", mode: "paths" },
  { id: "compact", label: "execution paths, compact gradients", mode: "compact" },
  { id: "whole", label: "execution paths behind tuned groups (EPPGCN whole)", mode: "whole" },
];

const METRICS = {
  speedup: { label: "speed-up over all-active training", unit: "x", better: "higher" },
  time: { label: `time of ${EPOCHS} epochs`, unit: "ms", better: "lower" },
  preprocess: { label: "pre-processing", unit: "ms", better: "lower" },
  path_preparation: { label: "building the paths", unit: "ms", better: "lower" },
  classification: { label: "choosing their group sizes", unit: "ms", better: "lower" },
  preprocess_over_training: { label: "pre-processing over training", unit: "1", better: "lower" },
  pays_off_after: { label: "paths pay off after", unit: "epochs", better: "lower" },
  backward_aggregation_share: { label: "backward aggregation of all-active training", unit: "%" },
  accuracy_difference: { label: "accuracy lost, most of the seeds", unit: "1", better: "lower" },
  published_labels: { label: "labels and features are the publisher's", unit: "1", shown: false },
  accuracy_seeds: { label: "seeds of the accuracies", unit: "count", better: "higher", shown: false },
  backward_aggregation_time: { label: "backward aggregation of an epoch", unit: "ms", better: "lower" },
  ...PHASE_METRICS,
} as const satisfies Metrics;

/** Group sizes of a training's paths, and the time that the classifier took to choose them. */
async function classify(lab: Lab, dataset: LoadedDataset, _settings: object): Promise<ChosenProducts> {
  return await classifyPaths(lab, dataset, trainingPaths(await trainingData(lab, dataset)));
}

/**
 * Times the modes that were asked for side by side, and the preparation of the paths where one trains on
 * them.
 */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: GraphWorkload,
  contenders: readonly TrainedMode[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const asked = (mode: ActiveMode) => contenders.some((each) => each.mode === mode);
  // Where all contenders run, so do all modes: Figure 10 reads them too.
  const modes = contenders.length === CONTENDERS.length ? MODES : MODES.filter(asked);
  const sides = await trainingModes(lab, dataset, modes);
  const all = sides.of("all");
  const preparation = asked("paths") || asked("compact") || asked("whole")
    ? await pathPreparation(lab, dataset, all.ms.length)
    : undefined;
  const losses = asked("whole") ? await wholeLosses(lab, dataset) : undefined;
  const lost = asked("paths") ? await accuracyDifference(lab, dataset) : undefined;
  const classified = asked("paths") ? await lab.once(classify, dataset, {}) : undefined;
  return (id) => {
    const { mode } = contenders.find((each) => each.id === id)!;
    const own = sides.of(mode), training = own.ms.map((ms) => EPOCHS * ms);
    const times = { ...own.parts, time: { ...sides.times(mode), ms: training } };
    if (preparation === undefined || mode === "all") {
      const share = 100 * backwardAggregationMs(own) / median(own.ms);
      return { times, facts: { ...own.facts, backward_aggregation_share: share } };
    }
    if (!preparation.check.ok) throw wrongPaths(preparation.check);
    if (mode === "whole" && losses?.ok === false) throw wrongLosses(losses);
    // The sizes of the whole are those of Equation 3, which takes no time to speak of.
    const chosen = mode === "whole" ? undefined : classified;
    const saved = median(sides.difference("all", mode));
    const before = (round: number) => preparation.ms[round] + (chosen?.chooseMs ?? 0);
    return {
      times: {
        ...times,
        path_preparation: preparation,
        ...(chosen && {
          classification: { ...preparation, ms: [chosen.chooseMs] },
          preprocess: { ...preparation, ms: preparation.ms.map((_, round) => before(round)) },
        }),
      },
      facts: {
        ...own.facts,
        speedup: sides.ratio("all", mode),
        ...(chosen && { preprocess_over_training: training.map((ms, round) => before(round) / ms) }),
        // An epoch that saves nothing never pays for the paths.
        ...(saved > 0 && { pays_off_after: median(preparation.ms) / saved }),
        ...(mode === "paths" && lost !== undefined && {
          accuracy_difference: lost.differences.reduce((most, each) =>
            Math.abs(each) > Math.abs(most) ? each : most
          ),
          published_labels: Number(lost.published),
          accuracy_seeds: lost.differences.length,
        }),
      },
    };
  };
}

/** Whole trainings on execution paths that are built before. */
export const table5: Suite<GraphWorkload, TrainedMode, typeof METRICS> = {
  id: "eppgcn/table-5",
  artifact: "Table V",
  title: "Pre-processing mode",
  decidesFrom: "paper",
  question: "How much shorter is a training on execution paths, and what does it cost to build them first?",
  contenders: CONTENDERS,
  baseline: ALL,
  workloads: trainedWorkloads,
  settings: {
    ...TRAINING_SETTINGS,
    "features": "Cora, Citeseer: the publisher's; else random, of the public scripts' widths",
    "pre-processing":
      "building the paths, bringing them to the device, choosing their group sizes by the classifier",
  },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [
    { metric: "speedup", x: "workload" },
    { metric: "pays_off_after", x: "workload", logarithmic: true },
  ],
  notes: [
    `A training is ${EPOCHS} times an epoch as measured, round by round: epochs do the same work, whatever they have learned.`,
    "GNNAdvisor and EPPGCN keep a gradient row for every vertex; compact gradients, which the paper does not have, shrink the " +
    "dense products of the backward pass too.",
    "The paper's pre-processing is nearly all inference of the group size classifier, which runs on one thread of the host here, " +
    "in float64; products on CPU threads have no groups, and train without its choice. Paths pay off by their own time alone.",
    WHOLE_NOTE,
    "Accuracies are compared from equal initial weights: of five seeds after 100 epochs where labels and features are the " +
    "publisher's, of one after 5 epochs where they are drawn, which answers an analogue.",
  ],
  publishedAs: ({ graph: { id, name } }, contender, metric) => {
    const shared = { dataset: name, model: "GCN" };
    const config = { epochs: String(EPOCHS), mode: "pre-processing", grouping: "SAGPool" };
    if (contender.id === ALL && metric === "backward_aggregation_share" && SMALL_GRAPHS.includes(id)) {
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
  claims: CLAIMS,
};
