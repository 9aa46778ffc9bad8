/**
 * Balance of the load that the strategies give devices in one training: those that adapt do so from the
 * beginning, and their cuts are timed beside the fixed ones.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Lab } from "../../lab.ts";
import { driftedCuts, type DriftMetric, expectedAtDrifts, isDrifting } from "./drift_sweep.ts";
import { learnPartitions, type PartitionTraining } from "./partition_learning.ts";
import { type CutRounds, timeStrategies } from "./timed_cuts.ts";
import type { StrategyId } from "./strategies.ts";
import { balanceOf, type CutBalance, type TimedCut } from "./timed_cut.ts";
import { firstInference } from "./unseen_graph.ts";

/** Balance of the cuts of one training, by strategy. */
export interface TrainingBalance {
  /** Cuts as they stand after the training. */
  readonly trained: ReadonlyMap<StrategyId, CutBalance>;
  /** Cuts for the first inference on an unseen graph. */
  readonly inferred: ReadonlyMap<StrategyId, CutBalance>;
  /** Slowest partition over the mean in the first iteration: of fixed cuts as in every other. */
  readonly firstImbalance: ReadonlyMap<StrategyId, number>;
  /** Imbalance that the learned model expects of equal cuts, by drift; absent of a graph without one. */
  readonly expected?: Readonly<Record<DriftMetric, number>>;
}

const balances = (cuts: ReadonlyMap<StrategyId, TimedCut>) =>
  new Map([...cuts].map(([strategy, cut]) => [strategy, balanceOf(cut)]));

/**
 * Trains once by the strategies that adapt, and weighs the cuts of all.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 */
export async function trainingBalance(
  lab: Lab,
  dataset: LoadedDataset,
  setting: PartitionTraining & CutRounds & { readonly strategies: readonly StrategyId[] },
): Promise<TrainingBalance> {
  const { graph, gpus, training, strategies } = setting;
  const learning = await lab.once(learnPartitions, dataset, { graph, gpus, training, strategy: "learned" });
  const { cuts } = await timeStrategies(lab, dataset, { ...setting, withWhole: false });
  const trained = balances(cuts);
  const inferred = balances(await firstInference(lab, dataset, { ...setting, learning }));
  const firstImbalance = new Map<StrategyId, number>();
  for (const strategy of strategies) {
    firstImbalance.set(
      strategy,
      strategy === "learned" || strategy === "dynamic"
        ? (await lab.once(learnPartitions, dataset, { graph, gpus, training, strategy })).iterations[0]
          .imbalance
        : trained.get(strategy)!.imbalance,
    );
  }
  return {
    trained,
    inferred,
    firstImbalance,
    ...(isDrifting(dataset) && {
      expected: expectedAtDrifts(await lab.once(driftedCuts, dataset, { graph, gpus }), learning.model),
    }),
  };
}
