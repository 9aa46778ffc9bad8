/**
 * First inference on a graph that no strategy has run on.
 *
 * @module
 */
import { loadDataset } from "../../datasets/load.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import { partitionGraph } from "../../graph/partitions/mod.ts";
import { partRanges } from "../../graph/partitions/part_ranges.ts";
import { rangeBlocks } from "../../graph/partitions/range_block.ts";
import { equalEdgeRanges, equalVertexRanges, learnedRanges } from "../../graph/partitions/ranges.ts";
import { vertexFeatures } from "../../graph/partitions/vertex_costs.ts";
import { permuteSymmetric } from "../../graph/permute.ts";
import type { Lab } from "../lab.ts";
import { partitionRounds } from "./partition_rounds.ts";
import type { PartitionRun, StrategyId } from "./partition_runs.ts";
import { type PartitionedGraph, tableRounds } from "./partitioned_graphs.ts";
import type { TimedCut } from "./timed_cut.ts";

const inferred = new WeakMap<PartitionRun, Promise<ReadonlyMap<StrategyId, TimedCut>>>();

/**
 * Cuts a stand-in that is drawn with another seed by what was learned in a run, and by the strategies that need to know nothing;
 * dynamic repartitioning has no times yet and begins with equal edges. Timed once a run.
 *
 * @throws {UsageError} where the run's model was not ready.
 */
export function firstInference(
  lab: Lab,
  run: PartitionRun,
  { graph, gpus }: { readonly graph: PartitionedGraph; readonly gpus: number },
): Promise<ReadonlyMap<StrategyId, TimedCut>> {
  return inferred.getOrInsertComputed(run, async () => {
    const { layers, model } = run;
    const unseen = await loadDataset(`${graph.id}@1/${graph.scale}:drift`, { seed: lab.seed + 1 });
    const matrix = gcnNormalise(unseen.graph);
    const parts = partRanges(partitionGraph(matrix, gpus, { seed: lab.seed }));
    const cuts = {
      "equal-vertices": rangeBlocks(matrix, equalVertexRanges(matrix.rows, gpus).offsets),
      "equal-edges": rangeBlocks(matrix, equalEdgeRanges(matrix, gpus).offsets),
      "static": rangeBlocks(permuteSymmetric(matrix, parts.perm), parts.offsets),
      "learned": rangeBlocks(
        matrix,
        learnedRanges(model, vertexFeatures(matrix, model.widths), gpus).offsets,
      ),
    };
    const times = await partitionRounds(
      lab,
      Object.entries(cuts).flatMap(([strategy, blocks]) =>
        blocks.map((block, place) => ({ id: `${strategy}/${place}`, blocks: [block] }))
      ),
      { layers, work: "inference", rounds: tableRounds(lab.profile) },
    );
    const timed = new Map(
      Object.entries(cuts).map(([strategy, blocks]) =>
        [
          strategy as StrategyId,
          { blocks, times: new Map(blocks.map((_, place) => [place, times.get(`${strategy}/${place}`)!])) },
        ] as const
      ),
    );
    return timed.set("dynamic", timed.get("equal-edges")!);
  });
}
