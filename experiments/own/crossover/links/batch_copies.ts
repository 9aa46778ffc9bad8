/**
 * Copies of an epoch's mini-batches by several loading techniques: exact counts of a sampled epoch.
 *
 * @module
 */
import type { LoadedDataset } from "../../../../datasets/dataset.ts";
import {
  greedyReorder,
  matchDegrees,
  miniBatches,
  sampleBatch,
  sampledEdges,
  traffic,
  uniformNeighbors,
} from "../../../../graph/sampling/mod.ts";
import { sumOf } from "../../../../platform/lists/sum_of.ts";
import {
  aggregationMatrix,
  type BlockShape,
  type MiniBatchData,
} from "../../../../training/mini_batch/mod.ts";
import type { Lab } from "../../../lab.ts";
import { hottestVertices } from "../../../trials/hottest_vertices.ts";
import type { BatchCounts } from "../../../trials/links/batch_work.ts";
import { drawnBatchData } from "../../drawn_data.ts";

/** Columns of the features and classes of Products, as fastgl prints them. */
export const WIDTH = 200, CLASSES = 47;
/** Neighbours drawn a layer, the layer next to the input first. */
export const FANOUTS: readonly number[] = [5, 10, 15];
/** Mini-batches of an epoch, all of which are reordered together. */
export const BATCHES = 8;
/** Share of all vertices whose features the cache holds. */
export const CACHED = 0.2;

/** Copies of an average mini-batch, and its counts. */
export interface BatchCopies {
  /** Bytes of all features that it needs. */
  readonly all: number;
  /** Bytes that Match and Reorder copy. */
  readonly matched: number;
  /** Bytes that a static cache does not hold. */
  readonly uncached: number;
  /** Blocks and draws. */
  readonly counts: BatchCounts;
}

/** Data of a graph: random features and labels, and as many training vertices as an epoch has seeds. */
export function drawBatchData(
  lab: Pick<Lab, "seed">,
  dataset: LoadedDataset,
  batchSize: number,
): Promise<MiniBatchData> {
  return drawnBatchData(lab, dataset, { width: WIDTH, classes: CLASSES, batches: BATCHES, batchSize });
}

/** Counts an epoch. */
export async function batchCopies(lab: Lab, dataset: LoadedDataset, batchSize: number): Promise<BatchCopies> {
  const { seed } = lab, { graph } = dataset;
  const data = await lab.once(drawBatchData, dataset, batchSize);
  const draw = uniformNeighbors(graph, { fanouts: FANOUTS, seed });
  const cached = new Set(await hottestVertices(data, { draw, share: CACHED, batchSize, seed }));
  const lists: Uint32Array[] = [], shapes: BlockShape[][] = [];
  let drawn = 0;
  for (const each of miniBatches(data.training, { batchSize, epoch: 0, seed })) {
    const batch = await sampleBatch(draw, each);
    lists.push(batch.blocks[0].sources);
    drawn += sampledEdges(batch);
    shapes.push(batch.blocks.map((block) => {
      const { rows, cols, colIdx } = aggregationMatrix(block, "sum");
      return { rows, cols, nnz: colIdx.length };
    }));
  }
  const batches = lists.length, rowBytes = 4 * WIDTH / batches;
  const mean = (count: (blocks: readonly BlockShape[]) => number) =>
    Math.round(sumOf(shapes, count) / batches);
  const uncached = sumOf(lists, (list) => sumOf(list, (v) => Number(!cached.has(v))));
  return {
    all: rowBytes * sumOf(lists, ({ length }) => length),
    matched: rowBytes * traffic(greedyReorder(matchDegrees(lists, graph.rows)), lists),
    uncached: rowBytes * uncached,
    counts: {
      drawn: Math.round(drawn / batches),
      blocks: shapes[0].map((_, i) => ({
        rows: mean((blocks) => blocks[i].rows),
        cols: mean((blocks) => blocks[i].cols),
        nnz: mean((blocks) => blocks[i].nnz),
      })),
    },
  };
}
