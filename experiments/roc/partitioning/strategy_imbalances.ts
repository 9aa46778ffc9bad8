/**
 * Imbalances of devices by strategy of partitioning, in training and in the first inference on an unseen
 * graph.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { byContender } from "../../trials/by_contender.ts";
import { PART_METRICS, partFacts } from "./balance_premises.ts";
import { DRIFT_METRICS, sweepDrift } from "./drift_sweep.ts";
import { learnPartitions, type PartitionSetting } from "./partition_learning.ts";
import { timeStrategies } from "./partition_runs.ts";
import { type GpuWorkload, tableGraph } from "./partitioned_graphs.ts";
import type { Strategy, StrategyId } from "./strategies.ts";
import { imbalanceRounds, slowestTimes } from "./timed_cut.ts";
import { firstInference } from "./unseen_graph.ts";

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

/** Imbalance of the first iteration of a strategy that adapts; that of every iteration of a fixed cut. */
async function firstImbalance(
  lab: Lab,
  dataset: LoadedDataset,
  { setting, strategy, trained }: {
    readonly setting: PartitionSetting;
    readonly strategy: StrategyId;
    readonly trained: readonly number[];
  },
): Promise<readonly number[]> {
  if (strategy !== "learned" && strategy !== "dynamic") return trained;
  const { iterations } = await lab.once(learnPartitions, dataset, { ...setting, strategy });
  return [iterations[0].imbalance];
}

/** Times the cuts of the strategies that were asked for. */
export async function measureImbalances(
  lab: Lab,
  dataset: LoadedDataset,
  { gpus }: GpuWorkload,
  contenders: readonly Strategy[],
): Promise<(id: string) => JointOutcome<typeof IMBALANCE_METRICS>> {
  const setting = { graph: tableGraph(lab.profile), gpus };
  const strategies = contenders.map(({ id }) => id);
  const learning = await lab.once(learnPartitions, dataset, { ...setting, strategy: "learned" });
  const { cuts } = await lab.once(
    timeStrategies,
    dataset,
    { ...setting, strategies, withWhole: false },
    lab.profile,
  );
  const unseen = await firstInference(lab, learning, { ...setting, strategies });
  const first = new Map<StrategyId, readonly number[]>();
  for (const [strategy, cut] of cuts) {
    const trained = imbalanceRounds(cut);
    first.set(strategy, await firstImbalance(lab, dataset, { setting, strategy, trained }));
  }
  const parts = partFacts(dataset.graph, { id: setting.graph.id, gpus });
  const drifts = await lab.once(sweepDrift, dataset, setting);
  const isBalanced = (rounds: readonly number[]) => rounds.map((each) => each <= BALANCED ? 1 : 0);
  return byContender(contenders, ({ id }) => {
    const trained = cuts.get(id)!, inferred = unseen.get(id)!;
    const training = imbalanceRounds(trained), inference = imbalanceRounds(inferred);
    return {
      times: { slowest_partition: slowestTimes(trained), slowest_inference: slowestTimes(inferred) },
      facts: {
        first_imbalance: first.get(id)!,
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
