/**
 * First inference on a graph that no strategy has run on.
 *
 * @module
 */
import { loadDataset } from "../../../datasets/load.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { type RangeBlock, rangeBlocks } from "../../../graph/partitions/range_block.ts";
import { equalEdgeRanges, equalVertexRanges, learnedRanges } from "../../../graph/partitions/ranges.ts";
import { vertexFeatures } from "../../../graph/partitions/vertex_costs.ts";
import type { Lab } from "../../lab.ts";
import type { PartitionLearning, PartitionSetting } from "./partition_learning.ts";
import { partitionRounds } from "./partition_rounds.ts";
import { edgeCutBlocks } from "./partition_runs.ts";
import { decidingRounds } from "./partitioned_graphs.ts";
import type { StrategyId } from "./strategies.ts";
import type { TimedCut } from "./timed_cut.ts";

/**
 * Cuts a stand-in that is drawn with another seed: by a model that has learned, and by strategies that need
 * to know nothing. Dynamic repartitioning has no times of it yet and begins with equal edges.
 *
 * @throws {UsageError} where the model is not ready.
 */
export async function firstInference(
  lab: Lab,
  { layers, model }: PartitionLearning,
  { graph, gpus, strategies }: PartitionSetting & { readonly strategies: readonly StrategyId[] },
): Promise<ReadonlyMap<StrategyId, TimedCut>> {
  const unseen = await loadDataset(`${graph.id}@1/${graph.scale}:drift`, { seed: lab.seed + 1 });
  const matrix = gcnNormalise(unseen.graph);
  const cut = (strategy: StrategyId): readonly RangeBlock[] => {
    switch (strategy) {
      case "equal-vertices":
        return rangeBlocks(matrix, equalVertexRanges(matrix.rows, gpus).offsets);
      case "equal-edges":
      case "dynamic":
        return rangeBlocks(matrix, equalEdgeRanges(matrix, gpus).offsets);
      case "static":
        return edgeCutBlocks(matrix, gpus, lab.seed);
      case "learned":
        return rangeBlocks(matrix, learnedRanges(model, vertexFeatures(matrix, model.widths), gpus).offsets);
      default:
        throw strategy satisfies never;
    }
  };
  // Equal cuts are timed once.
  const timedAs = (strategy: StrategyId) => strategy === "dynamic" ? "equal-edges" : strategy;
  const cuts = new Map(strategies.map(timedAs).map((strategy) => [strategy, cut(strategy)]));
  const placeId = (strategy: StrategyId, place: number) => `${strategy}/${place}`;
  const times = await partitionRounds(
    lab,
    [...cuts].flatMap(([strategy, blocks]) =>
      blocks.map((block, place) => ({ id: placeId(strategy, place), blocks: [block] }))
    ),
    { layers, work: "inference", ...decidingRounds(lab.profile) },
  );
  return new Map(strategies.map((strategy) => {
    const same = timedAs(strategy), blocks = cuts.get(same)!;
    return [strategy, {
      blocks,
      times: new Map(blocks.map((_, place) => [place, times.get(placeId(same, place))!])),
    }];
  }));
}
