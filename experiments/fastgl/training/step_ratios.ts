/**
 * Epochs and phases of DGL's design with one technique of FastGL more at a time, relative to DGL's own.
 *
 * @module
 */
import type { Facts, Metrics } from "../../metrics.ts";
import { ratios } from "../../trials/ratios.ts";
import { DGL_POLICY, type Policy, STEPS } from "../policies.ts";
import { meanOfRounds, type MeasuredTraining, type RoundsOf } from "./measured_policies.ts";
import { epochPhases } from "./epoch_phases.ts";
import { TRAINING_REGIME } from "./training_premises.ts";

/** Metrics of a step, most of them relative to the policy of DGL. */
export const STEP_RATIOS = {
  relative_time: { label: "epoch time over that of the policy of DGL", unit: "%", better: "lower" },
  relative_sample: { label: "sampling", unit: "%", better: "lower" },
  relative_memory_io: { label: "memory IO", unit: "%", better: "lower" },
  relative_computation: { label: "computation", unit: "%", better: "lower" },
  speedup: { label: "speed-up over the policy of DGL", unit: "x", better: "higher" },
  gain: { label: "gain over the step before", unit: "x", better: "higher" },
  sample_share: { label: "share of sample", unit: "%" },
  ...TRAINING_REGIME,
} as const satisfies Metrics;

/** Values of a step on one graph, one entry a round. */
type StepValues = { readonly [Metric in keyof typeof STEP_RATIOS]?: readonly number[] };

/** Policy that a step adds a technique to; DGL's adds none. */
export function stepBefore(policy: Policy): Policy | undefined {
  return STEPS[STEPS.indexOf(policy) - 1];
}

function stepValues(rounds: RoundsOf, policy: Policy): StepValues {
  const { sample, memoryIo, computation, total } = epochPhases(rounds(policy));
  const { total: naive } = epochPhases(rounds(DGL_POLICY));
  const before = stepBefore(policy);
  return {
    relative_time: ratios(total, naive, 100),
    relative_sample: ratios(sample, naive, 100),
    relative_memory_io: ratios(memoryIo, naive, 100),
    relative_computation: ratios(computation, naive, 100),
    speedup: ratios(naive, total),
    ...(before && { gain: ratios(epochPhases(rounds(before)).total, total) }),
    sample_share: ratios(sample, total, 100),
  };
}

/** Values of a step in the mean over trainings, round by round. */
export function meanStepRatios(
  policy: Policy,
  trainings: readonly MeasuredTraining[],
): Facts<typeof STEP_RATIOS> {
  const graphs = trainings.map(({ rounds }) => stepValues(rounds, policy));
  const metrics = Object.keys(graphs[0]) as (keyof StepValues)[];
  return Object.fromEntries(
    metrics.map((metric) => [metric, meanOfRounds(graphs.map((values) => values[metric]!))]),
  );
}
