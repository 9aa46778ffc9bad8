/**
 * Outcomes of a race: accuracies and costs after a share of the epochs, and who is first at a target.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { refuseEmulated } from "../../../hardware/emulated.ts";
import { takeTurns, type TurnOutcomes } from "../../../hardware/measuring/turn_loop.ts";
import { worstOf } from "../../../kernels/checks/check_report.ts";
import { median } from "../../../platform/statistics/mod.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { CheckedTimes, Metrics } from "../../metrics.ts";
import type { AccuracyCurve } from "../../trials/accuracy_curves.ts";
import { type ChosenCurve, chosenCurve, epochReaching } from "./chosen_epochs.ts";
import { racedData, type RacedGraph } from "./raced_graphs.ts";
import { LENGTH, RACE_CONTENDERS } from "./race_contenders.ts";

/** Share of the best accuracy that is raced to. */
export const TARGET_SHARE = 0.95;

/** Metrics of the race. */
export const RACE_METRICS = {
  accuracy: { label: "test accuracy", unit: "%", better: "higher" },
  elapsed: { label: "training with its preparation", unit: "s", better: "lower" },
  moved: { label: "features and embeddings moved", unit: "MB", better: "lower" },
  best_accuracy: { label: "test accuracy at the end", unit: "%", better: "higher" },
  target_accuracy: { label: "test accuracy to reach", unit: "%" },
  time_to_accuracy: { label: "time to it", unit: "s", better: "lower" },
  lead: { label: "time to it over the first other's", unit: "x", better: "lower" },
  moved_to_accuracy: { label: "moved until it", unit: "MB", better: "lower" },
  epochs_to_accuracy: { label: "epochs to it", unit: "epochs", better: "lower" },
  seeds_reached: { label: "seeds that reach it", unit: "count", better: "higher" },
  preparation: { label: "preparation", unit: "s", better: "lower" },
  epoch_time: { label: "epoch", unit: "s", better: "lower" },
} as const satisfies Metrics;

type Outcome = JointOutcome<typeof RACE_METRICS>;

const MEGA = 1e6;

/** Trainings by contender, one a seed. */
export type Race = TurnOutcomes<AccuracyCurve>;

/**
 * Trains all contenders in turns, one seed a round, also those that a filter left out: the target is a share
 * of the best of all. Called through `lab.once`.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing, and where the graph lacks its data.
 */
export async function race(
  lab: Lab,
  dataset: LoadedDataset,
  { truth }: Pick<RacedGraph, "truth">,
): Promise<Race> {
  refuseEmulated(lab, "time trainings");
  const data = await lab.once(racedData, dataset, { truth }), { seeds } = LENGTH[lab.profile.id];
  const turns = RACE_CONTENDERS.map((contender) => ({
    id: contender.id,
    take: (round: number) => contender.train(lab, { dataset, data, seed: lab.seed + round - 1 }),
  }));
  return await takeTurns(turns, {
    rounds: seeds,
    seed: lab.seed,
    onRound: (round) => lab.say(`${dataset.id}: seed ${round} of ${seeds}`),
    signal: lab.signal,
  });
}

/** Seconds of each seed as measured times. */
function checked(own: readonly AccuracyCurve[], seconds: readonly number[]): CheckedTimes {
  const ms = seconds.map((each) => 1000 * each);
  return { ms, check: worstOf(own.map(({ check }) => check)), timer: "wall" };
}

/** Accuracy, time and bytes of a contender after a share of its epochs. */
export function outcomeAfter(trained: Race, id: string, share: number): Outcome {
  const own = trained.of(id), chosen = own.map(chosenCurve);
  const at = chosen.map(({ test }) => Math.max(1, Math.round(share * test.length)) - 1);
  const of = (values: keyof ChosenCurve) => chosen.map((curve, seed) => curve[values][at[seed]]);
  return {
    times: { elapsed: checked(own, of("seconds")) },
    facts: { accuracy: of("test"), moved: of("bytes").map((bytes) => bytes / MEGA) },
  };
}

/** A contender's trainings, chosen by validation, with the epoch of each seed that reaches the target. */
interface RacedContender {
  readonly id: string;
  readonly own: readonly AccuracyCurve[];
  readonly chosen: readonly ChosenCurve[];
  readonly reached: readonly (number | undefined)[];
  /** Seconds to the target, one a seed; absent where a seed does not reach it. */
  readonly seconds?: readonly number[];
}

/** Target of each seed: a share of the best accuracy that any contender ends with from that seed. */
function targetsOf(all: readonly (readonly ChosenCurve[])[]): number[] {
  return all[0].map((_, seed) => TARGET_SHARE * Math.max(...all.map((curves) => curves[seed].test.at(-1)!)));
}

function racedContenders(
  trained: Race,
): { readonly targets: readonly number[]; readonly all: RacedContender[] } {
  const ended = RACE_CONTENDERS.filter(({ id }) => trained.failure(id) === undefined).map(({ id }) => {
    const own = trained.of(id);
    return { id, own, chosen: own.map(chosenCurve) };
  });
  if (ended.length === 0) trained.of(RACE_CONTENDERS[0].id);
  const targets = targetsOf(ended.map(({ chosen }) => chosen));
  const all = ended.map((each): RacedContender => {
    const reached = each.chosen.map((curve, seed) => epochReaching(curve, targets[seed]));
    const seconds = reached.flatMap((epoch, seed) =>
      epoch === undefined ? [] : [each.chosen[seed].seconds[epoch]]
    );
    return { ...each, reached, ...(seconds.length === reached.length && { seconds }) };
  });
  return { targets, all };
}

/** Time over that of the fastest other contender that reaches the target from every seed, seed by seed. */
function leadOf(own: RacedContender, all: readonly RacedContender[]): number[] | undefined {
  const others = all.flatMap(({ id, seconds }) => id === own.id || seconds === undefined ? [] : [seconds]);
  if (own.seconds === undefined || others.length === 0) return undefined;
  const first = others.reduce((a, b) => median(b) < median(a) ? b : a);
  return own.seconds.map((each, seed) => each / first[seed]);
}

/** Accuracy of a contender at the end, and what it took to the target. */
export function outcomeAtTarget(trained: Race, id: string): Outcome {
  trained.of(id);
  const { targets, all } = racedContenders(trained), raced = all.find((each) => each.id === id)!;
  const { own, chosen, reached, seconds } = raced, lead = leadOf(raced, all);
  return {
    times: {
      preparation: checked(own, own.map(({ preparationSeconds }) => preparationSeconds)),
      epoch_time: checked(
        own,
        own.map(({ seconds, overheadSeconds }) =>
          (seconds.at(-1)! + overheadSeconds.at(-1)!) / seconds.length
        ),
      ),
      ...(seconds && { time_to_accuracy: checked(own, seconds) }),
    },
    facts: {
      best_accuracy: chosen.map(({ test }) => test.at(-1)!),
      target_accuracy: targets,
      seeds_reached: reached.filter((epoch) => epoch !== undefined).length,
      ...(lead && { lead }),
      ...(seconds && {
        epochs_to_accuracy: reached.map((epoch) => epoch! + 1),
        moved_to_accuracy: reached.map((epoch, seed) => chosen[seed].bytes[epoch!] / MEGA),
      }),
    },
  };
}
