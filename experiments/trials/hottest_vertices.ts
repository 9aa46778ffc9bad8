/**
 * Vertices for a static cache of features: those that mini-batches need most often, found by sampling some on
 * trial (GNNLab).
 *
 * @module
 */
import {
  hottest,
  miniBatches,
  type NeighborDraw,
  presampledHotness,
  sampleBatch,
} from "../../graph/sampling/mod.ts";
import type { MiniBatchData } from "../../training/mini_batch/mod.ts";

/** Mini-batches that are sampled on trial to find the hottest vertices. */
const PRESAMPLED = 20;

/** Finds the hottest vertices, `share` of all. */
export async function hottestVertices(
  { training }: Pick<MiniBatchData, "training">,
  { draw, share, batchSize, seed }: {
    /** Draw of the training's neighbours. */
    readonly draw: NeighborDraw;
    /** Share of all vertices that the cache holds, from 0 to 1. */
    readonly share: number;
    /** Seeds of a mini-batch. */
    readonly batchSize: number;
    /** Seed of the training; the trial has another. */
    readonly seed: number;
  },
): Promise<Uint32Array> {
  const lists: Uint32Array[] = [];
  // Drawn apart from the batches that are trained on, whose numbers count from 0: these count from the other
  // end.
  const trial = miniBatches(training, { batchSize, epoch: 0, seed: seed + 1 }).slice(0, PRESAMPLED);
  for (const [i, { seeds }] of trial.entries()) {
    lists.push((await sampleBatch(draw, { seeds, batch: 2 ** 32 - 1 - i })).blocks[0].sources);
  }
  return hottest(presampledHotness(draw.vertices, lists), share);
}
