/**
 * Epochs and time of the trainings of roc Figure 6 to an accuracy, seed by seed.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { refuseEmulated } from "../../../hardware/emulated.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import { worstOf } from "../../../kernels/checks/check_report.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { CheckedTimes, Metrics } from "../../metrics.ts";
import type { ProfileId } from "../../profiles.ts";
import type { AccuracyCurve } from "../../trials/accuracy_curves.ts";
import { byContender } from "../../trials/by_contender.ts";
import { DROPOUT } from "./accuracy_data.ts";
import {
  END,
  ROC,
  SAGE,
  SAGE_EPOCHS,
  type System,
  SYSTEMS,
  type TargetWorkload,
  TWO_EPOCHS,
} from "./accuracy_targets.ts";
import { type AccuracyTraining, lengthOf, trainCurve, type TrainingLength } from "./accuracy_training.ts";

/** Columns of the hidden layer. */
export const HIDDEN = 128;

/** Lengths of the trainings by profile. */
export const LENGTH: Readonly<Record<ProfileId, TrainingLength>> = {
  smoke: { seeds: 1, whole: 8, sampled: 2, batch: 64 },
  standard: { seeds: 9, whole: 150, sampled: 20, batch: 32 },
  paper: { seeds: 9, whole: 400, sampled: 40, batch: 512 },
};

/** Metrics of the trainings. */
export const ACCURACY_METRICS = {
  target_accuracy: { label: "test accuracy to reach", unit: "%", better: "higher" },
  epochs_to_accuracy: { label: "epochs to it", unit: "epochs", better: "lower" },
  time_to_accuracy: { label: "time to it", unit: "s", better: "lower" },
  seeds_reached: { label: "seeds that reach it", unit: "count", better: "higher" },
  epochs_at_least: { label: "epochs to it, at least", unit: "epochs" },
  final_accuracy: { label: "test accuracy at the end", unit: "%", better: "higher" },
  roc_gain: { label: "full batch above it", unit: "percentage points" },
  accuracy_after_two: { label: "test accuracy after two epochs", unit: "%", better: "higher" },
  epoch_time: { label: "epoch time", unit: "s", better: "lower" },
} as const satisfies Metrics;

type Outcome = JointOutcome<typeof ACCURACY_METRICS>;

/** Curves by the id of their system, one a seed. */
type Curves = ReadonlyMap<string, readonly AccuracyCurve[]>;

/** Trains the systems in turns, one seed a round; what another workload has trained is not trained again. */
async function curves(lab: Lab, dataset: LoadedDataset, systems: readonly System[]): Promise<Curves> {
  const length = LENGTH[lab.profile.id], { seeds } = length;
  const training = ({ method }: System, seed: number): AccuracyTraining => ({
    model: "gcn",
    hidden: HIDDEN,
    dropout: DROPOUT,
    seed,
    ...lengthOf(method && { method, aggregation: "gcn" }, length),
  });
  const turns = systems.map((system) => ({
    id: system.id,
    take: (round: number) =>
      lab.kept("roc/accuracy-curve", trainCurve, dataset, training(system, lab.seed + round - 1)),
  }));
  const taken = await takeTurns(turns, {
    rounds: seeds,
    seed: lab.seed,
    onRound: (round) => lab.say(`seed ${round} of ${seeds}`),
    signal: lab.signal,
  });
  return new Map(systems.map(({ id }) => [id, taken.of(id)]));
}

/** Systems whose trainings a target needs: a share of the best accuracy is one of all of them. */
function trainedFor(target: TargetWorkload["target"], asked: readonly System[]): readonly System[] {
  if (typeof target === "number") return SYSTEMS;
  return SYSTEMS.filter((system) => asked.includes(system) || (target === TWO_EPOCHS && system === SAGE));
}

/** Seconds of each seed as measured times. */
function checkedSeconds(
  own: readonly AccuracyCurve[],
  { seconds, waits }: { readonly seconds: readonly number[]; readonly waits: readonly number[] },
): CheckedTimes {
  return {
    ms: seconds.map((each) => 1000 * each),
    waits,
    check: worstOf(own.map(({ check }) => check)),
    timer: "wall",
  };
}

/** Accuracies and epoch times of whole trainings. */
function finalOutcome(trained: Curves, { id }: System): Outcome {
  const final = (curves: readonly AccuracyCurve[]) => curves.map(({ test }) => test.at(-1)!);
  const own = trained.get(id)!, accuracies = final(own);
  return {
    times: {
      epoch_time: checkedSeconds(own, {
        seconds: own.map(({ seconds }) => seconds.at(-1)! / seconds.length),
        waits: own.map(({ waits }) => waits.at(-1)! / waits.length),
      }),
    },
    facts: {
      final_accuracy: accuracies,
      roc_gain: final(trained.get(ROC.id)!).map((accuracy, seed) => accuracy - accuracies[seed]),
      accuracy_after_two: own.map(({ test }) => test[SAGE_EPOCHS - 1]),
    },
  };
}

/** Epochs and times to one accuracy a seed; none of them where a seed does not reach it. */
function targetOutcome(own: readonly AccuracyCurve[], targets: readonly number[]): Outcome {
  const reached = own.map(({ test }, seed) => test.findIndex((accuracy) => accuracy >= targets[seed]));
  const isReached = reached.every((epoch) => epoch >= 0);
  return {
    times: isReached
      ? {
        time_to_accuracy: checkedSeconds(own, {
          seconds: reached.map((epoch, seed) => own[seed].seconds[epoch]),
          waits: reached.map((epoch, seed) => own[seed].waits[epoch]),
        }),
      }
      : {},
    facts: {
      target_accuracy: targets,
      seeds_reached: reached.filter((epoch) => epoch >= 0).length,
      epochs_at_least: reached.map((epoch, seed) => 1 + (epoch < 0 ? own[seed].test.length : epoch)),
      ...(isReached && { epochs_to_accuracy: reached.map((epoch) => epoch + 1) }),
    },
  };
}

/** Trains what the target needs. */
export async function measureTargets(
  lab: Lab,
  dataset: LoadedDataset,
  { target }: TargetWorkload,
  contenders: readonly System[],
): Promise<(id: string) => Outcome> {
  refuseEmulated(lab, "time trainings");
  const trained = await curves(lab, dataset, trainedFor(target, contenders));
  if (target === END) return byContender(contenders, (system) => finalOutcome(trained, system));
  const targetOf = (seed: number) => {
    if (target === TWO_EPOCHS) return trained.get(SAGE.id)![seed].test[SAGE_EPOCHS - 1];
    return target / 100 * Math.max(...[...trained.values()].map((curves) => curves[seed].test.at(-1)!));
  };
  return byContender(contenders, ({ id }) => {
    const own = trained.get(id)!;
    return targetOutcome(own, own.map((_, seed) => targetOf(seed)));
  });
}
