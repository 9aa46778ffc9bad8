/**
 * Outcome of a training on real ranks: its epochs with their parts, and speed-ups over one rank and over
 * DistDGL's sampling.
 *
 * @module
 */
import {
  type RankComponents,
  rankComponents,
  type RankIteration,
} from "../../../distributed/training/mod.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { mean } from "../../../platform/statistics/mod.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { busyMs, elapsedMs, sentBytes } from "../overlap/iteration_times.ts";
import type { RankSetting } from "../ranks/rank_training.ts";
import { commonRounds, type EpochsByRanks, type RealEpochs } from "./real_epochs.ts";

/** Metrics of epochs on real ranks. */
export const REAL_EPOCH_METRICS = {
  epoch_time: { label: "epoch, slowest rank", unit: "ms", better: "lower" },
  mbc_time: { label: "MBC: mini-batch creation", unit: "ms", better: "lower" },
  fwd_time: { label: "FWD: forward, with remote aggregation", unit: "ms", better: "lower" },
  bwd_time: { label: "BWD: backward", unit: "ms", better: "lower" },
  ared_time: { label: "ARed: all-reduce, with waiting for the slowest rank", unit: "ms", better: "lower" },
  wait_time: { label: "waiting for messages in FWD", unit: "ms", better: "lower" },
  rank_speedup: { label: "speed-up over one rank", unit: "x", better: "higher" },
  epoch_speedup: { label: "speed-up over DistDGL's sampling", unit: "x", better: "higher" },
  load_imbalance: { label: "slowest rank over the mean, less 1", unit: "%", better: "lower" },
  sent_bytes: { label: "sent by all ranks in an epoch, without gradients", unit: "bytes", better: "lower" },
  epoch_iterations: { label: "iterations of an epoch", unit: "minibatches" },
} as const satisfies Metrics;

/** Milliseconds of an epoch's part on a mean rank, or on the slowest, by round. */
function epochMs(
  { rounds, epochLength }: RealEpochs,
  part: (record: RankIteration) => number,
  over: (ranks: readonly number[]) => number = mean,
): number[] {
  return rounds.map((round) => epochLength * over(round.map(({ record }) => part(record))));
}

const slowest = (ranks: readonly number[]) => Math.max(...ranks);
const wholeEpochs = (epochs: RealEpochs) => epochMs(epochs, elapsedMs, slowest);

/** Ratios of epochs in the rounds that both have. */
function speedup(own: RealEpochs, over: RealEpochs): number[] {
  const ms = wholeEpochs(own), others = wholeEpochs(over);
  return commonRounds(own, over).map(([i, at]) => others[at] / ms[i]);
}

/** Outcome of the training of a model by a policy on a number of ranks, beside its other trainings. */
export function realEpochOutcome(
  byPolicy: ReadonlyMap<RankSetting["policy"], EpochsByRanks>,
  ranks: number,
  policy: RankSetting["policy"],
): JointOutcome<typeof REAL_EPOCH_METRICS> {
  const epochs = byPolicy.get(policy)!.get(ranks)!, { check, epochLength, rounds, ranOn } = epochs;
  if (rounds.length === 0) {
    return { times: {}, facts: { epoch_iterations: { value: epochLength, ranks } }, ranOn };
  }
  const shared = { check, timer: "wall", ranks } as const;
  const component = (of: (components: RankComponents) => number) => ({
    ms: epochMs(epochs, (record) => of(rankComponents(record))),
    ...shared,
  });
  const distdgl = policy === "aep" ? byPolicy.get("distdgl")?.get(ranks) : undefined;
  const single = ranks > 1 ? byPolicy.get(policy)!.get(1)! : undefined;
  const ratios = (metric: "rank_speedup" | "epoch_speedup", over: RealEpochs) => {
    const value = speedup(epochs, over);
    return value.length > 0 ? { [metric]: { value, ranks } } : {};
  };
  return {
    ranOn,
    times: {
      epoch_time: { ms: wholeEpochs(epochs), ...shared },
      mbc_time: component(({ miniBatchCreationMs }) => miniBatchCreationMs),
      fwd_time: component(({ forwardMs }) => forwardMs),
      bwd_time: component(({ backwardMs }) => backwardMs),
      ared_time: component(({ allReduceMs }) => allReduceMs),
      wait_time: component(({ waitMs }) => waitMs),
    },
    facts: {
      epoch_iterations: { value: epochLength, ranks },
      sent_bytes: {
        value: rounds.map((round) => epochLength * sumOf(round, ({ record }) => sentBytes(record))),
        ranks,
      },
      load_imbalance: {
        value: rounds.map((round) => {
          const busy = round.map(({ record }) => busyMs(record));
          return 100 * (slowest(busy) / mean(busy) - 1);
        }),
        ranks,
      },
      ...(single && ratios("rank_speedup", single)),
      ...(distdgl && ratios("epoch_speedup", distdgl)),
    },
  };
}
