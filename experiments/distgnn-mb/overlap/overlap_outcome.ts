/**
 * Outcome of a training over a link: whole iterations with and without delay, beside their prediction.
 *
 * @module
 */
import { rankComponents, type RankIteration } from "../../../distributed/training/mod.ts";
import type { Link } from "../../../hardware/models/interconnect.ts";
import { changedLink, LINK_CHANGES } from "../../../hardware/models/link_changes.ts";
import { mean } from "../../../platform/statistics/mod.ts";
import { byChange, changedMetrics } from "../../claims/model_changes.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Facts, Metrics, ModelledValue } from "../../metrics.ts";
import { ratios } from "../../trials/ratios.ts";
import type { Delay, DelayedTraining } from "../convergence/delayed_trainings.ts";
import { pushMs } from "../ranks/modelled_epochs.ts";
import { busyMs, elapsedMs, layerBytes, meanByTurn } from "./iteration_times.ts";
import { type LinkedTrainings, type OverlapLink, overlapLink } from "./linked_trainings.ts";
import { predictedIterations } from "./predicted_iterations.ts";

/** Metrics of the speed-up by overlapped pushes, beside its prediction. */
export const SPEEDUP_METRICS = {
  overlap_speedup: { label: "iterations of d = 0 over those of d = 1", unit: "x", better: "higher" },
  predicted_speedup: { label: "the same, predicted", unit: "x" },
  speedup_over_predicted: { label: "measured over predicted speed-up", unit: "1" },
} as const satisfies Metrics;

/** Metrics of a training over a link. */
export const OVERLAP_METRICS = {
  elapsed_time: { label: "whole iteration, on a mean rank", unit: "ms", better: "lower" },
  predicted_time: { label: "whole iteration, predicted", unit: "ms" },
  ...SPEEDUP_METRICS,
  wait_time: { label: "waiting for pushes, an iteration", unit: "ms", better: "lower" },
  push_time: { label: "transfer of an iteration's pushes over the link", unit: "ms" },
  sent_bytes: { label: "bytes that a rank pushes in an iteration", unit: "bytes" },
  push_over_skew: {
    label: "transfer of an iteration's pushes over what the busiest rank is behind the mean",
    unit: "x",
    shown: false,
  },
  ...changedMetrics("exposed_time", {
    label: "communication that nothing hides, an iteration, modelled",
    unit: "ms",
    better: "lower",
  }, LINK_CHANGES),
} as const satisfies Metrics;

/** Mean of a rank's number over ranks. */
const onMeanRank = (of: (record: RankIteration) => number) => (ranks: readonly RankIteration[]) =>
  mean(ranks.map(of));

/** Milliseconds of the exchanges that an iteration begins, by what its ranks push. */
const pushesOver = (link: Link) => (ranks: readonly RankIteration[]) =>
  pushMs(link, ranks.map((record) => ({ record })));

/**
 * Milliseconds of a mean iteration over a link, by round, predicted from a training over the machine's own
 * network.
 */
function predictedMs(
  { turns }: Pick<DelayedTraining, "turns">,
  over: { readonly link: Link; readonly delay: Delay },
): number[] {
  return turns.map((turn) => mean(predictedIterations(turn, over).slice(1).flat()));
}

/** Trainings that differ in delay and link alone. */
export interface OverlappedTrainings {
  /** Training over the link whose pushes are waited for. */
  readonly blocking: DelayedTraining;
  /** Training over the link whose pushes are an iteration under way. */
  readonly delayed: DelayedTraining;
  /** Training over the machine's own network whose pushes are waited for: the source of predictions. */
  readonly unlinked: DelayedTraining;
}

/** Speed-up by overlap in each round, measured, and over a link predicted too. */
export function overlapSpeedups(
  { blocking, delayed, unlinked }: OverlappedTrainings,
  link: Link | undefined,
): Facts<typeof SPEEDUP_METRICS> {
  const { ranks } = delayed,
    [before, after] = [blocking, delayed].map((each) => meanByTurn(each, onMeanRank(elapsedMs)));
  const measured = ratios(before, after), overlap_speedup = { value: measured, ranks };
  if (!link) return { overlap_speedup };
  const [waited, hidden] = ([0, 1] as const).map((delay) => predictedMs(unlinked, { link, delay }));
  const predicted = ratios(waited, hidden), modelled = { source: "modelled", ranks } as const;
  return {
    overlap_speedup,
    predicted_speedup: { value: predicted, ...modelled },
    speedup_over_predicted: { value: ratios(measured, predicted), ...modelled },
  };
}

/** Outcome of the training with a delay over a link. */
export function overlapOutcome(
  trainings: LinkedTrainings,
  name: OverlapLink,
  delay: Delay,
): JointOutcome<typeof OVERLAP_METRICS> {
  const training = trainings(name, delay), { ranks, ranOn, rounds, check } = training;
  const link = overlapLink(name), unlinked = trainings("machine", 0);
  if (rounds.length === 0) return { times: {}, facts: {}, ranOn };
  const byRound = (of: (record: RankIteration) => number) => meanByTurn(training, onMeanRank(of));
  const modelled = (value: number | readonly number[]): ModelledValue => ({
    value,
    source: "modelled",
    ranks,
  });
  const shared = { check, timer: "wall", ranks } as const;
  const outcome = {
    times: {
      elapsed_time: { ms: byRound(elapsedMs), ...shared },
      wait_time: { ms: byRound((record) => rankComponents(record).waitMs), ...shared },
    },
    ranOn,
    facts: {
      sent_bytes: { value: mean(byRound(layerBytes)), ranks },
      ...(delay === 1 &&
        overlapSpeedups({ blocking: trainings(name, 0), delayed: training, unlinked }, link)),
    },
  };
  if (!link) return outcome;
  const skewMs = mean(meanByTurn(training, (records) => {
    const busy = records.map(busyMs);
    return Math.max(...busy) - mean(busy);
  }));
  const push = meanByTurn(training, pushesOver(link)), busy = byRound(busyMs);
  return {
    ...outcome,
    facts: {
      ...outcome.facts,
      predicted_time: modelled(predictedMs(unlinked, { link, delay })),
      push_time: modelled(push),
      push_over_skew: modelled(mean(push) / skewMs),
      ...byChange("exposed_time", LINK_CHANGES, (change) => {
        const changed = meanByTurn(training, pushesOver(changedLink(link, change)));
        return modelled(changed.map((ms, i) => Math.max(0, ms - delay * busy[i])));
      }),
    },
  };
}
