/**
 * Whole trainings on execution paths that are built before, beside all-active ones: times, accuracies, and
 * what pre-processing costs.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { median } from "../../../platform/statistics/mod.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { ChosenProducts } from "../group_sizes/classified_paths.ts";
import type { GraphWorkload } from "../paper_graphs.ts";
import { accuracyDifference } from "./accuracy_difference.ts";
import { pathPreparation, wrongPaths } from "./path_preparation.ts";
import { classifyPaths } from "./trained_groups.ts";
import { backwardAggregationMs, EPOCHS, PHASE_METRICS, trainingModes } from "./training_modes.ts";
import { wholeLosses, wrongLosses } from "./first_epochs.ts";
import { type ActiveMode, modesFor } from "./active_modes.ts";
import { modeTrainingData, trainingPaths } from "./training_data.ts";

/** Ids of the contenders that claims compare. */
export const ALL = "gnnadvisor", PATHS = "eppgcn";

/** Mode to train in. */
export interface TrainedMode extends Contender {
  readonly mode: ActiveMode;
}

/** Modes that are compared. */
export const CONTENDERS: readonly TrainedMode[] = [
  { id: ALL, label: "all-active (GNNAdvisor)", mode: "all" },
  { id: PATHS, label: "execution paths (EPPGCN)", mode: "paths" },
  { id: "compact", label: "execution paths, compact gradients", mode: "compact" },
  { id: "whole", label: "execution paths behind tuned groups (EPPGCN whole)", mode: "whole" },
];

/** Metrics of a training, in the order of the tables. */
export const TRAINING_METRICS = {
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
  return await classifyPaths(lab, dataset, trainingPaths(await modeTrainingData(lab, dataset)));
}

/**
 * Times the modes that were asked for side by side, and the preparation of the paths where one trains on
 * them.
 */
export async function measureTrainings(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: GraphWorkload,
  contenders: readonly TrainedMode[],
): Promise<(id: string) => JointOutcome<typeof TRAINING_METRICS>> {
  const asked = (mode: ActiveMode) => contenders.some((each) => each.mode === mode);
  const sides = await trainingModes(lab, dataset, modesFor(contenders, CONTENDERS));
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
    // Group sizes of the whole training are those of Equation 3, whose evaluation takes negligible time.
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
