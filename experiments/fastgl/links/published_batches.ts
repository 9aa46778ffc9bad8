/**
 * Shapes of mini-batches at the published size of a graph, counted on a stand-in's: what they hold, draw and
 * load.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { sampleBatch, sampledEdges } from "../../../graph/sampling/mod.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { aggregationMatrix, type BlockShape } from "../../../training/mini_batch/mod.ts";
import type { ExactLab } from "../../lab.ts";
import { distinctBatches, firstEpoch, LEAST_BATCHES } from "../sampled_epoch.ts";
import type { EpochSetting } from "../sampled_workloads.ts";
import { PAPER_BATCH } from "../sampling_graphs.ts";

/**
 * Seeds that the mean is taken over, at least, where an epoch has them: batches of a few seeds differ by tens
 * of per cent.
 */
const SEEDS = 2000;

/** Mini-batches that the mean is taken over. */
export function blocksSampled({ batchSize }: Pick<EpochSetting, "batchSize">): number {
  return Math.max(LEAST_BATCHES, Math.ceil(SEEDS / batchSize));
}

/** Counts of a stand-in's mini-batch. */
export interface BatchShape {
  /** Distinct seeds. */
  readonly seeds: number;
  /** Blocks, the one next to the input first, a self-loop a row included. */
  readonly blocks: readonly BlockShape[];
  /** Neighbours that were drawn. */
  readonly drawn: number;
  /** Input vertices that the mini-batch before does not have: what Match copies. All of the first one. */
  readonly missing: number;
}

/** Counts of a stand-in's first mini-batches, as many as {@linkcode blocksSampled} says. */
export async function batchShapes(
  lab: Pick<ExactLab, "seed">,
  dataset: LoadedDataset,
  setting: EpochSetting,
): Promise<readonly BatchShape[]> {
  const { draw } = firstEpoch(lab, dataset, setting);
  const sampled = distinctBatches(lab, dataset, { ...setting, least: blocksSampled(setting) });
  const shapes: BatchShape[] = [];
  const lastSeen = new Uint32Array(dataset.graph.rows);
  for (const [i, each] of sampled.entries()) {
    const batch = await sampleBatch(draw, each), { seeds: { length: seeds }, blocks } = batch;
    let missing = 0;
    for (const vertex of blocks[0].sources) {
      if (i === 0 || lastSeen[vertex] !== i) missing++;
      lastSeen[vertex] = i + 1;
    }
    const shapeOf = (block: typeof blocks[number]): BlockShape => {
      const { rows, cols, colIdx } = aggregationMatrix(block, "sum");
      return { rows, cols, nnz: colIdx.length };
    };
    shapes.push({ seeds, blocks: blocks.map(shapeOf), drawn: sampledEdges(batch), missing });
  }
  return shapes;
}

/**
 * One mini-batch of 8000 seeds: the counts of these, times 8000 over their seeds. A stand-in at 1/s has a
 * batch of 8000/s of V/s vertices, with degrees, skew and communities of the size that the graph has: a
 * vertex has as many neighbours drawn, each of them has been met before as often, and all that is sampled is
 * an s-th of the original's. On the stand-ins it is: counts differ by a few per cent from s to 64 s.
 */
export function atPublishedSize(shapes: readonly BatchShape[]): BatchShape {
  const sum = (count: (shape: BatchShape) => number) => sumOf(shapes, count);
  const seeds = sum((shape) => shape.seeds);
  const scaled = (count: (shape: BatchShape) => number) => Math.round(PAPER_BATCH * sum(count) / seeds);
  return {
    seeds: PAPER_BATCH,
    blocks: shapes[0].blocks.map((_, i) => ({
      rows: scaled(({ blocks }) => blocks[i].rows),
      cols: scaled(({ blocks }) => blocks[i].cols),
      nnz: scaled(({ blocks }) => blocks[i].nnz),
    })),
    drawn: scaled(({ drawn }) => drawn),
    missing: scaled(({ missing }) => missing),
  };
}
