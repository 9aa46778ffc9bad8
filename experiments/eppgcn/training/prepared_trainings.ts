/**
 * Whole trainings with the preparation of their execution paths, in the first epoch or before, by the parts
 * of their time.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { worstOf } from "../../../kernels/checks/check_report.ts";
import { median } from "../../../platform/statistics/mod.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { CheckedTimes, Metrics } from "../../metrics.ts";
import type { GraphWorkload } from "../paper_graphs.ts";
import { pathPreparation, wrongPaths } from "./path_preparation.ts";
import { backwardAggregationMs, EPOCHS, trainingModes } from "./training_modes.ts";
import { firstEpochs, wholeLosses, wrongLosses } from "./first_epochs.ts";
import { type ActiveMode, modesFor, timedMode } from "./active_modes.ts";

/** Ids of the contenders that claims compare. */
export const ALL = "gnnadvisor", FLY = "on-the-fly", BEFORE = "pre-processing";

/** A training, with or without the preparation of its paths. */
export interface PathMode extends Contender {
  readonly mode: ActiveMode;
  /** Whether it is timed from a first epoch in which the paths are grown. */
  readonly grows?: true;
  /** Settings that published numbers are printed for. */
  readonly factors?: { readonly mode: string; readonly grouping?: string };
}

/** Trainings that are compared. */
export const CONTENDERS: readonly PathMode[] = [
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

/** Metrics of a training and its parts, in the order of the tables. */
export const PART_METRICS = {
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
export async function measureParts(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: GraphWorkload,
  contenders: readonly PathMode[],
): Promise<(id: string) => JointOutcome<typeof PART_METRICS>> {
  const sides = await trainingModes(lab, dataset, modesFor(contenders, CONTENDERS));
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
    if (grows && first?.preparation.check.ok === false) throw wrongPaths(first.preparation.check);
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
        time: {
          ...charged,
          timer: epochs.timer,
          ms: total,
          preparations: own.preparations,
          calls: own.calls,
        },
        backward_aggregation_time: own.parts.backward_aggregation_time,
        backward_aggregation: { ...epochs, ms: [EPOCHS * aggregationMs] },
        path_preparation: { ...charged, ms: [median(charged.ms)] },
        rest: { ...epochs, ms: epochs.ms.map((ms) => EPOCHS * ms * rest) },
      },
      facts: id === ALL ? {} : { speedup: total.map((ms, round) => EPOCHS * whole[round] / ms) },
    };
  };
}
