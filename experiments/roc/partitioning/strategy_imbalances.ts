/**
 * Imbalances of devices by strategy of partitioning, in training and in the first inference on an unseen
 * graph.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { worstOf } from "../../../kernels/checks/check_report.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { CheckedTimes, Metrics } from "../../metrics.ts";
import { byContender } from "../../trials/by_contender.ts";
import { PART_METRICS, partFacts } from "./part_premises.ts";
import { DRIFT_METRICS, driftFacts } from "./drift_sweep.ts";
import { tableGraph } from "./partitioned_graphs.ts";
import type { Strategy } from "./strategies.ts";
import type { CutBalance } from "./timed_cut.ts";
import { type TrainingBalance, trainingBalance } from "./training_balance.ts";
import type { GpuWorkload } from "./gpu_workloads.ts";
import { timedRounds } from "./deciding_rounds.ts";

/** A slowest partition within a fifth of the mean counts as balanced, as `~` allows. */
export const BALANCED = 1.2;

/** Metrics of the balance. */
export const IMBALANCE_METRICS = {
  imbalance: { label: "imbalance after training", unit: "x", better: "lower" },
  inference_imbalance: { label: "imbalance of first inference", unit: "x", better: "lower" },
  first_imbalance: { label: "imbalance of first iteration", unit: "x", better: "lower" },
  balanced_training: { label: "balanced in training", unit: "label" },
  balanced_inference: { label: "balanced in inference", unit: "label" },
  slowest_partition: { label: "slowest partition after training", unit: "ms", better: "lower", shown: false },
  slowest_inference: {
    label: "slowest partition of first inference",
    unit: "ms",
    better: "lower",
    shown: false,
  },
  ...PART_METRICS,
  ...DRIFT_METRICS,
} as const satisfies Metrics;

/** Number of times that each cut of a training is timed: it is the trainings that are many. */
const ROUNDS_OF_A_TRAINING = 1;

/** Times of the slowest partition, one entry a training. */
function slowestOf(balances: readonly CutBalance[]): CheckedTimes {
  return {
    ms: balances.map(({ slowest }) => slowest.ms),
    check: worstOf(balances.map(({ slowest }) => slowest.check)),
    timer: balances[0].slowest.timer,
  };
}

/** Weighs the cuts of the strategies that were asked for in several trainings, each of them one sample. */
export async function measureImbalances(
  lab: Lab,
  dataset: LoadedDataset,
  { gpus }: GpuWorkload,
  contenders: readonly Strategy[],
): Promise<(id: string) => JointOutcome<typeof IMBALANCE_METRICS>> {
  const graph = tableGraph(lab.profile), strategies = contenders.map(({ id }) => id);
  const setting = { graph, gpus, strategies, rounds: ROUNDS_OF_A_TRAINING };
  const trainings: TrainingBalance[] = [], count = timedRounds(lab.profile);
  while (trainings.length < count) {
    const training = trainings.length;
    lab.say(`training ${training + 1} of ${count}`);
    trainings.push(
      await lab.kept("roc/training-balance", trainingBalance, dataset, { ...setting, training }),
    );
  }
  const parts = partFacts(dataset.graph, { id: graph.id, gpus });
  const drifts = driftFacts(trainings.flatMap(({ expected }) => expected ?? []));
  const isBalanced = (imbalances: readonly number[]) => imbalances.map((each) => each <= BALANCED ? 1 : 0);
  return byContender(contenders, ({ id }) => {
    const trained = trainings.map((each) => each.trained.get(id)!);
    const inferred = trainings.map((each) => each.inferred.get(id)!);
    const training = trained.map(({ imbalance }) => imbalance);
    const inference = inferred.map(({ imbalance }) => imbalance);
    return {
      times: { slowest_partition: slowestOf(trained), slowest_inference: slowestOf(inferred) },
      facts: {
        first_imbalance: trainings.map(({ firstImbalance }) => firstImbalance.get(id)!),
        imbalance: training,
        inference_imbalance: inference,
        balanced_training: isBalanced(training),
        balanced_inference: isBalanced(inference),
        ...parts,
        ...drifts,
      },
    };
  });
}
