/**
 * Outcome of a training with a delay of pushes: replicas beside one another, and waiting beside what the
 * network alone would leave of it.
 *
 * @module
 */
import { rankComponents, type RankIteration } from "../../../distributed/training/mod.ts";
import { mean } from "../../../platform/statistics/mod.ts";
import { byChange, changedMetrics } from "../../claims/model_changes.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics, ModelledValue } from "../../metrics.ts";
import { NETWORKS, pushMs } from "../ranks/modelled_epochs.ts";
import type { Delay, DelayedTraining } from "./delayed_trainings.ts";

/** Metrics of a training with a delay. */
export const DELAY_METRICS = {
  replicas_apart: { label: "largest difference of a parameter from rank 0's", unit: "1", better: "lower" },
  compared_iterations: {
    label: "iterations after which replicas were compared",
    unit: "minibatches",
    better: "higher",
  },
  iteration_time: { label: "iteration, on a mean rank", unit: "ms", better: "lower" },
  wait_time: { label: "waiting for pushes, an iteration, measured", unit: "ms", better: "lower" },
  ...changedMetrics("exposed_time", {
    label: "communication that nothing hides, an iteration, modelled",
    unit: "ms",
    better: "lower",
  }, NETWORKS),
} as const satisfies Metrics;

/** Milliseconds that an iteration keeps its rank busy. */
function busyMs(record: RankIteration): number {
  const { miniBatchCreationMs, computeMs, mapMs, packMs, cacheMs, backwardMs } = rankComponents(record);
  return miniBatchCreationMs + computeMs + mapMs + packMs + cacheMs + backwardMs;
}

/** Milliseconds of a whole iteration, without what only this harness does. */
function iterationMs(record: RankIteration): number {
  const { miniBatchCreationMs, forwardMs, backwardMs, allReduceMs } = rankComponents(record);
  return miniBatchCreationMs + forwardMs + backwardMs + allReduceMs;
}

/** Outcome of the training with a delay. */
export function delayOutcome(
  { ranks, ranOn, rounds, apart, compared, check }: DelayedTraining,
  delay: Delay,
): JointOutcome<typeof DELAY_METRICS> {
  const counts = {
    replicas_apart: { value: apart, ranks },
    compared_iterations: { value: compared, ranks },
  };
  if (rounds.length === 0) return { times: {}, facts: counts, ranOn };
  const onMeanRank = (of: (record: RankIteration) => number) =>
    rounds.map((round) => mean(round.map(({ record }) => of(record))));
  const busy = onMeanRank(busyMs);
  const exposed = byChange("exposed_time", NETWORKS, ({ link }): ModelledValue => ({
    value: rounds.map((round, i) => Math.max(0, pushMs(link, round) - delay * busy[i])),
    source: "modelled",
    ranks,
  }));
  const shared = { check, timer: "wall", ranks } as const;
  return {
    times: {
      wait_time: { ms: onMeanRank((record) => rankComponents(record).waitMs), ...shared },
      iteration_time: { ms: onMeanRank(iterationMs), ...shared },
    },
    ranOn,
    facts: { ...counts, ...exposed },
  };
}
