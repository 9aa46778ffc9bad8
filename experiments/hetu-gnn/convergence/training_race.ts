/**
 * A race of trainings from the same weights: the test loss of each after every epoch, and the time that
 * each needs to a target, over repetitions. They take turns, epoch by epoch and repetition by repetition.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { refuseEmulated } from "../../../hardware/emulated.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import type { HostTime } from "../../../hardware/measuring/waiting.ts";
import { worstOf } from "../../../kernels/checks/check_report.ts";
import type { Lab } from "../../lab.ts";
import type { CheckedTimes } from "../../metrics.ts";
import { checkLosses } from "../../peers/peer_training_trial.ts";
import { Outcomes } from "../../trials/outcomes.ts";
import type { ConvergenceContender } from "./convergence_contenders.ts";
import { openTraining, type RacingTraining } from "./race_trainings.ts";

/** One training from its first epoch. */
export interface Curve {
  /** Test loss after each epoch, from the first. */
  readonly testLosses: readonly number[];
  /** Time of training from the start to the end of each epoch, in milliseconds; evaluations are left out. */
  readonly training: CheckedTimes & { readonly waits: readonly number[] };
  /** Way to the target; absent where no epoch reaches it. */
  readonly toTarget?: {
    /** The first epoch after which the test loss is at most the target. */
    readonly epochs: number;
    /** Time from the start to the end of that epoch, one entry a repetition. */
    readonly times: CheckedTimes;
  };
  /** Time of ordering, which is in none of the others; absent where there is none. */
  readonly ordering?: CheckedTimes;
}

/** Settings of a race. */
export interface RaceSettings {
  /** Trainings that take part. */
  readonly contenders: readonly ConvergenceContender[];
  /** Units of the hidden layer. */
  readonly hidden: number;
  /** Epochs of the curves. */
  readonly epochs: number;
  /** Trainings to the target, for its time. */
  readonly repetitions: number;
  /** Test loss that is to be reached. */
  readonly target: number;
}

/** Largest relative difference of the test loss of a repetition from the curve's. */
const REPETITION_TOLERANCE = 1e-3;

/** An epoch of a curve, or a whole repetition. */
interface Lap extends HostTime {
  readonly testLoss: number;
}

/**
 * Runs the race. A contender that fails has its error in place of its curve, and the others go on; so has one
 * that is wrong: by its first epochs, by a repetition that ends with another loss than its curve, or when
 * it is checked again at the end.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 */
export async function raceToTarget(
  lab: Lab,
  dataset: LoadedDataset,
  { contenders, hidden, epochs, repetitions, target }: RaceSettings,
): Promise<Outcomes<Curve>> {
  refuseEmulated(lab, "compare times of training");
  const { seed, say, signal } = lab;
  const trainings = new Map<string, RacingTraining>(), outcomes = new Outcomes<Curve>();
  const running = () => [...trainings].filter(([id]) => !outcomes.hasFailed(id));
  try {
    for (const contender of contenders) {
      say(`training ${contender.id}`);
      await outcomes.attempt(contender.id, async () => {
        const training = await openTraining(lab, dataset, { contender, hidden });
        trainings.set(contender.id, training);
        // One epoch warms up.
        await training.train(1);
        await training.restart();
      });
    }
    const curves = await takeTurns(
      running().map(([id, training]) => ({ id, take: () => lap(training, 1) })),
      { rounds: epochs, seed, signal, onRound: (round) => say(`epoch ${round} of ${epochs}`) },
    );
    const lengths = new Map<string, number>();
    for (const [id] of running()) {
      await outcomes.attempt(id, () => {
        const reached = curves.of(id).findIndex(({ testLoss }) => testLoss <= target);
        if (reached >= 0) lengths.set(id, reached + 1);
        return Promise.resolve();
      });
    }
    const repeated = await takeTurns(
      running().filter(([id]) => lengths.has(id)).map(([id, training]) => ({
        id,
        take: async () => {
          await training.restart();
          return await lap(training, lengths.get(id)!);
        },
      })),
      { rounds: repetitions, seed, signal, onRound: (round) => say(`round ${round} of ${repetitions}`) },
    );
    for (const [id, training] of running()) {
      await outcomes.attempt(id, async () => {
        const epochsToTarget = lengths.get(id);
        const toTarget = epochsToTarget !== undefined &&
          { epochs: epochsToTarget, repetitions: repeated.of(id) };
        const curve = curveOf(training, curves.of(id), toTarget || undefined);
        await training.recheck();
        outcomes.set(id, curve);
      });
    }
  } finally {
    for (const training of trainings.values()) training.close();
  }
  return outcomes;
}

/** Trains so many epochs, then evaluates. */
async function lap(training: RacingTraining, epochs: number): Promise<Lap> {
  const time = await training.train(epochs);
  return { ...time, testLoss: await training.testLoss() };
}

/** Curve of a training, with the checks of its times. */
function curveOf(
  { check, timer, ordering }: RacingTraining,
  laps: readonly Lap[],
  toTarget: { readonly epochs: number; readonly repetitions: readonly Lap[] } | undefined,
): Curve {
  let sum = 0, waited = 0;
  const ms = laps.map((epoch) => sum += epoch.ms), waits = laps.map((epoch) => waited += epoch.waits);
  const curve = {
    testLosses: laps.map(({ testLoss }) => testLoss),
    training: { ms, waits, check, timer },
    ...(ordering && { ordering }),
  };
  if (toTarget === undefined) return curve;
  const { epochs, repetitions } = toTarget;
  const wanted = repetitions.map(() => laps[epochs - 1].testLoss);
  const losses = checkLosses(repetitions.map(({ testLoss }) => testLoss), wanted, REPETITION_TOLERANCE);
  const times = {
    ms: repetitions.map((each) => each.ms),
    waits: repetitions.map((each) => each.waits),
    check: worstOf([check, losses]),
    timer,
  };
  return { ...curve, toTarget: { epochs, times } };
}
