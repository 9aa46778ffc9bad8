/**
 * Outcome of a training on real ranks: its epochs beside their modelled limit, and what overlap gains.
 *
 * @module
 */
import { rankComponents, type RankIteration } from "../../../distributed/training/mod.ts";
import { mean } from "../../../platform/statistics/mod.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Delay } from "../convergence/delayed_trainings.ts";
import { elapsedMs, layerBytes, meanByTurn } from "../overlap/iteration_times.ts";
import { overlapLink } from "../overlap/linked_trainings.ts";
import { overlapSpeedups, SPEEDUP_METRICS } from "../overlap/overlap_outcome.ts";
import { commonRounds, type RealEpochs } from "../real_ranks/real_epochs.ts";
import { iterationLimit, oneRankRates } from "./epoch_limit.ts";
import { type LimitedEpochs, type Place, PLACES } from "./limited_epochs.ts";

/** Metrics of an epoch beside its limit. */
export const LIMIT_METRICS = {
  epoch_time: { label: "epoch, slowest rank", unit: "s", better: "lower" },
  epoch_limit: { label: "limit of the epoch, modelled", unit: "s" },
  time_over_limit: { label: "epoch over its limit", unit: "x", better: "lower" },
  rank_speedup: { label: "speed-up over one rank", unit: "x", better: "higher" },
  limit_speedup: { label: "speed-up over one rank that the limit allows", unit: "x" },
  ...SPEEDUP_METRICS,
  wait_time: { label: "waiting for pushes, an epoch", unit: "s", better: "lower" },
  sent_bytes: { label: "bytes that a rank pushes in an iteration", unit: "bytes" },
  epoch_iterations: { label: "iterations of an epoch", unit: "minibatches" },
} as const satisfies Metrics;

/** Milliseconds of an epoch of the slowest rank, by round. */
function epochMs(epochs: RealEpochs): number[] {
  return meanByTurn(epochs, (ranks) => epochs.epochLength * Math.max(...ranks.map(elapsedMs)));
}

/** Outcome of the training with a delay in a place. */
export function limitOutcome(
  epochs: LimitedEpochs,
  place: Place,
  delay: Delay,
): JointOutcome<typeof LIMIT_METRICS> {
  const own = epochs(place, delay), single = epochs(PLACES[0], delay);
  const { ranks, ranOn, check, turns, epochLength } = own, link = overlapLink(place.link);
  const counted = { epoch_iterations: { value: epochLength, ranks } };
  if (turns.length === 0) return { times: {}, facts: counted, ranOn };

  const ms = epochMs(own), singleMs = epochMs(single), common = commonRounds(own, single);
  const limits = common.map(([i, at]) => {
    const rates = oneRankRates(single.turns[at].slice(1).map(([record]) => record));
    return epochLength * mean(
      turns[i].slice(1).map((records) => iterationLimit(records, { rates, link, delay })),
    );
  });
  const modelled = (value: readonly number[]) => ({ value, source: "modelled", ranks }) as const;
  const meanRank = (of: (record: RankIteration) => number) =>
    meanByTurn(own, (records) => mean(records.map(of)));
  const shared = { check, timer: "wall", ranks } as const;
  return {
    ranOn,
    times: {
      epoch_time: { ms, ...shared },
      wait_time: { ms: meanRank((record) => epochLength * rankComponents(record).waitMs), ...shared },
    },
    facts: {
      ...counted,
      sent_bytes: { value: mean(meanRank(layerBytes)), ranks },
      ...(common.length > 0 && {
        epoch_limit: modelled(limits.map((limit) => limit / 1000)),
        time_over_limit: modelled(common.map(([i], at) => ms[i] / limits[at])),
        ...(ranks > 1 && {
          rank_speedup: { value: common.map(([i, at]) => singleMs[at] / ms[i]), ranks },
          limit_speedup: modelled(common.map(([, at], i) => singleMs[at] / limits[i])),
        }),
      }),
      ...(ranks > 1 && delay === 1 && overlapSpeedups({
        blocking: epochs(place, 0),
        delayed: own,
        unlinked: epochs(PLACES[1], 0),
      }, link)),
    },
  };
}
