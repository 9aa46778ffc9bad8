/**
 * Outcome of a training over a link: whole iterations with and without delay, beside their prediction.
 *
 * @module
 */
import { rankComponents, type RankIteration } from "../../../distributed/training/mod.ts";
import { changedLink, LINK_CHANGES } from "../../../hardware/models/link_changes.ts";
import { mean } from "../../../platform/statistics/mod.ts";
import { byChange, changedMetrics } from "../../claims/model_changes.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics, ModelledValue } from "../../metrics.ts";
import { ratios } from "../../trials/ratios.ts";
import type { Delay } from "../convergence/delayed_trainings.ts";
import { pushMs } from "../ranks/modelled_epochs.ts";
import { busyMs, elapsedMs } from "./iteration_times.ts";
import { type LinkedTrainings, type OverlapLink, overlapLink } from "./linked_trainings.ts";
import { predictedIterations } from "./predicted_iterations.ts";

/** Metrics of a training over a link. */
export const OVERLAP_METRICS = {
  elapsed_time: { label: "whole iteration, on a mean rank", unit: "ms", better: "lower" },
  predicted_time: { label: "whole iteration, predicted", unit: "ms" },
  overlap_speedup: { label: "iterations of d = 0 over those of d = 1", unit: "x", better: "higher" },
  predicted_speedup: { label: "the same, predicted", unit: "x" },
  speedup_over_predicted: { label: "measured over predicted speed-up", unit: "1" },
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

/** Outcome of the training with a delay over a link. */
export function overlapOutcome(
  trainings: LinkedTrainings,
  name: OverlapLink,
  delay: Delay,
): JointOutcome<typeof OVERLAP_METRICS> {
  const { ranks, ranOn, rounds, check } = trainings(name, delay), link = overlapLink(name);
  if (rounds.length === 0) return { times: {}, facts: {}, ranOn };
  const byRound = (of: (record: RankIteration) => number, at: Delay = delay) =>
    trainings(name, at).rounds.map((round) => mean(round.map(({ record }) => of(record))));
  const modelled = (value: number | readonly number[]): ModelledValue => ({
    value,
    source: "modelled",
    ranks,
  });
  const shared = { check, timer: "wall", ranks } as const;
  const sent = (record: RankIteration) =>
    record.layers.reduce((sum, { traffic }) => sum + traffic.sentBytes, 0);
  const speedup = ratios(byRound(elapsedMs, 0), byRound(elapsedMs, 1));
  const outcome = {
    times: {
      elapsed_time: { ms: byRound(elapsedMs), ...shared },
      wait_time: { ms: byRound((record) => rankComponents(record).waitMs), ...shared },
    },
    facts: {
      sent_bytes: { value: mean(byRound(sent)), ranks },
      ...(delay === 1 && { overlap_speedup: { value: speedup, ranks } }),
    },
  };
  if (!link) return outcome;
  const skewMs = mean(rounds.map((round) => {
    const busy = round.map(({ record }) => busyMs(record));
    return Math.max(...busy) - mean(busy);
  }));
  const push = rounds.map((round) => pushMs(link, round)), busy = byRound(busyMs);
  const predicted = (at: Delay) =>
    trainings("machine", at).turns.map((turn) => mean(predictedIterations(turn, { link, delay: at })));
  const predictedSpeedup = ratios(predicted(0), predicted(1));
  return {
    times: outcome.times,
    ranOn,
    facts: {
      ...outcome.facts,
      predicted_time: modelled(predicted(delay)),
      push_time: modelled(push),
      push_over_skew: modelled(mean(push) / skewMs),
      ...(delay === 1 && {
        predicted_speedup: modelled(predictedSpeedup),
        speedup_over_predicted: modelled(ratios(speedup, predictedSpeedup)),
      }),
      ...byChange(
        "exposed_time",
        LINK_CHANGES,
        (change) =>
          modelled(
            rounds.map((round, i) => Math.max(0, pushMs(changedLink(link, change), round) - delay * busy[i])),
          ),
      ),
    },
  };
}
