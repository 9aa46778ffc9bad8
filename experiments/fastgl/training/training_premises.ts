/**
 * Regime of claims about iterations of training: quantities as rows, and the conditions on them.
 *
 * @module
 */
import type { Facts, Metrics } from "../../metrics.ts";
import { between, type PremiseCondition } from "../../premises/condition.ts";
import { workloadMetric } from "../../premises/quantities.ts";
import { SAMPLED_REGIME, sampledBatches, sampledRegime } from "../sampled_premises.ts";
import { PAPER_BATCH } from "../sampling_graphs.ts";
import { smallestTraining } from "../trained_models.ts";
import type { TrainingIterations, TrainingSetting } from "./training_iterations.ts";
import { KERNEL_REGIME } from "../kernel_premises.ts";

/** Quantities of iterations that premises bound; no table shows them. */
export const TRAINING_REGIME = {
  ...SAMPLED_REGIME,
  ...KERNEL_REGIME,
  naive_rate: { label: "naive aggregation", unit: "GFLOP/s", better: "higher", shown: false },
  naive_over_printed: { label: "naive aggregation's rate over the printed one", unit: "x", shown: false },
} as const satisfies Metrics;

/**
 * Values of {@linkcode TRAINING_REGIME} of a policy's iterations. Calls are the steps of an epoch's programs,
 * each of which is one launch at least.
 *
 * @param paperSeeds Seeds of the paper's mini-batch that the setting stands for; 8000 when absent.
 */
export function trainingRegime(
  iterations: TrainingIterations,
  policy: string,
  { setting, paperSeeds = PAPER_BATCH }: {
    readonly setting: Omit<TrainingSetting, "policies">;
    readonly paperSeeds?: number;
  },
): Facts<typeof TRAINING_REGIME> {
  const { naive, vertices } = iterations, { records, epochLength } = iterations.of(policy);
  const { graph: { id: graph } } = setting, { train } = smallestTraining(setting);
  return {
    ...sampledRegime({
      graph,
      vertices,
      // The last mini-batch of an epoch has fewer.
      seeds: Math.max(...records.map(({ seeds }) => seeds)),
      paperSeeds,
      distinct: records.length,
    }),
    work_items: naive.outputs,
    calls: train.length * epochLength,
    naive_rate: naive.gflops,
    naive_over_printed: naive.overPrinted,
  };
}

/** Condition that kernels are as fast as the paper's, where other phases are weighed by them. */
export function cardRate(workloads: readonly string[], contender: string): PremiseCondition {
  return between(0.25, 4, {
    name: "naive aggregation's rate over the printed one",
    readings: workloadMetric("naive_over_printed", workloads, contender),
    elsewhere: "--device webgpu on a GPU of an RTX 3090's class",
  });
}

/**
 * Conditions of claims in which memory IO is a phase beside computation, on these workloads. Policies sample
 * on the device that computes, but for PyG's, whose samples come from the host as the claims say.
 */
export function memoryIoPhase(workloads: readonly string[], contender: string): readonly PremiseCondition[] {
  return [...sampledBatches(workloads, contender), cardRate(workloads, contender)];
}
