/**
 * First inference on a graph that no strategy has run on.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { loadDataset } from "../../../datasets/load.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { type EqualCut, equalRanges, isEqualCut } from "../../../graph/partitions/equal_cut.ts";
import { type RangeBlock, rangeBlocks } from "../../../graph/partitions/range_block.ts";
import { learnedRanges } from "../../../graph/partitions/ranges.ts";
import { type FeaturePrefixes, vertexFeatures } from "../../../graph/partitions/vertex_costs.ts";
import type { Lab } from "../../lab.ts";
import type { PartitionLearning, PartitionSetting, PartitionTraining } from "./partition_learning.ts";
import { partitionRounds } from "./partition_rounds.ts";
import { type CutRounds, edgeCutBlocks } from "./timed_cuts.ts";
import type { StrategyId } from "./strategies.ts";
import type { TimedCut } from "./timed_cut.ts";

/** A graph that no strategy has run on, and its cuts that depend on no training. */
interface UnseenGraph {
  readonly matrix: CsrMatrix;
  readonly features: FeaturePrefixes;
  /** Ranges of the strategies that need to know nothing; dynamic repartitioning begins with equal edges. */
  readonly blocks: Readonly<Record<EqualCut, readonly RangeBlock[]>>;
}

/** Settings that an unseen graph and its cuts depend on. */
type UnseenSetting = PartitionSetting & { readonly widths: readonly number[] };

/** Draws a stand-in with another seed, and cuts it. Called through `lab.once`. */
async function unseenGraph(
  lab: Lab,
  _dataset: LoadedDataset,
  { graph, gpus, widths }: UnseenSetting,
): Promise<UnseenGraph> {
  const unseen = await loadDataset(`${graph.id}@1/${graph.scale}:drift`, { seed: lab.seed + 1 });
  const matrix = gcnNormalise(unseen.graph);
  return {
    matrix,
    features: vertexFeatures(matrix, widths),
    blocks: {
      "equal-vertices": rangeBlocks(matrix, equalRanges("equal-vertices", matrix, gpus).offsets),
      "equal-edges": rangeBlocks(matrix, equalRanges("equal-edges", matrix, gpus).offsets),
    },
  };
}

/** Cuts an unseen graph by METIS. Called through `lab.once`. */
async function unseenEdgeCut(
  lab: Lab,
  dataset: LoadedDataset,
  setting: UnseenSetting,
): Promise<readonly RangeBlock[]> {
  const { matrix } = await lab.once(unseenGraph, dataset, setting);
  return edgeCutBlocks(matrix, setting.gpus, lab.seed);
}

/**
 * Cuts a stand-in that is drawn with another seed: by a model that has learned, and by strategies that need
 * to know nothing. Dynamic repartitioning has no times of it yet and begins with equal edges.
 *
 * @throws {UsageError} where the model is not ready.
 */
export async function firstInference(
  lab: Lab,
  dataset: LoadedDataset,
  { learning: { layers, model }, graph, gpus, training, strategies, rounds }:
    & PartitionTraining
    & CutRounds
    & { readonly learning: PartitionLearning; readonly strategies: readonly StrategyId[] },
): Promise<ReadonlyMap<StrategyId, TimedCut>> {
  const unseen = { graph, gpus, widths: model.widths };
  const { matrix, features, blocks } = await lab.once(unseenGraph, dataset, unseen);
  const blocksOf = async (strategy: Exclude<StrategyId, "dynamic">) => {
    if (strategy === "static") return await lab.once(unseenEdgeCut, dataset, unseen);
    if (isEqualCut(strategy)) return blocks[strategy];
    return rangeBlocks(matrix, learnedRanges(model, features, gpus).offsets);
  };
  // Equal cuts are timed once.
  const timedAs = (strategy: StrategyId) => strategy === "dynamic" ? "equal-edges" : strategy;
  const cuts = new Map<StrategyId, readonly RangeBlock[]>();
  for (const strategy of new Set(strategies.map(timedAs))) cuts.set(strategy, await blocksOf(strategy));
  const placeId = (strategy: StrategyId, place: number) => `${strategy}/${place}`;
  const times = await partitionRounds(
    lab,
    [...cuts].flatMap(([strategy, blocks]) =>
      blocks.map((block, place) => ({ id: placeId(strategy, place), blocks: [block] }))
    ),
    { layers, work: "inference", rounds, seed: lab.seed + training },
  );
  return new Map(strategies.map((strategy) => {
    const same = timedAs(strategy), blocks = cuts.get(same)!;
    return [strategy, {
      blocks,
      times: new Map(blocks.map((_, place) => [place, times.get(placeId(same, place))!])),
    }];
  }));
}
