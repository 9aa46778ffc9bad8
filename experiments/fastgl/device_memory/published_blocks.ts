/**
 * Shapes of a mini-batch's blocks at the published size of a graph, where there is only a stand-in to sample
 * from.
 *
 * @module
 */
import { sampleBatch } from "../../../graph/sampling/mod.ts";
import { aggregationMatrix, type BlockShape } from "../../../training/mini_batch/mod.ts";
import type { LoadedDataset } from "../../../datasets/dataset.ts";
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

/**
 * Blocks of a mini-batch of 8000 seeds, the one next to the input first, a self-loop a row included: counts
 * of a stand-in's mini-batches times 8000 over their seeds. A stand-in at 1/s has a batch of 8000/s of V/s
 * vertices, with degrees, skew and communities of the size that the graph has: a vertex has as many
 * neighbours drawn, each of them has been met before as often, and all that is sampled is an s-th of the
 * original's. On the stand-ins it is: counts differ by a few per cent from s to 64 s.
 */
export async function publishedBlocks(
  lab: Pick<ExactLab, "seed">,
  dataset: LoadedDataset,
  setting: EpochSetting,
): Promise<readonly BlockShape[]> {
  const { draw } = firstEpoch(lab, dataset, setting);
  const sampled = distinctBatches(lab, dataset, { ...setting, least: blocksSampled(setting) });
  const sums: { rows: number; cols: number; nnz: number }[] = [];
  let seeds = 0;
  for (const batch of sampled) {
    const { seeds: distinct, blocks } = await sampleBatch(draw, batch);
    seeds += distinct.length;
    blocks.forEach((block, i) => {
      const { rows, cols, colIdx } = aggregationMatrix(block, "sum");
      const sum = sums[i] ??= { rows: 0, cols: 0, nnz: 0 };
      sum.rows += rows;
      sum.cols += cols;
      sum.nnz += colIdx.length;
    });
  }
  const scale = (count: number) => Math.round(PAPER_BATCH * count / seeds);
  return sums.map(({ rows, cols, nnz }) => ({ rows: scale(rows), cols: scale(cols), nnz: scale(nnz) }));
}
