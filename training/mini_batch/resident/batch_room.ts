/**
 * Memory that the blocks of a training are given: as much as some sampled batches need, with a margin. Every
 * launch is for that room, drawn or not, and what fan-outs allow is up to several times as much.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import { miniBatches } from "../../../graph/sampling/mini_batches.ts";
import { neighborDraw, type NeighborSampling } from "../../../graph/sampling/neighbor_sampling.ts";
import { sampleBatch } from "../../../graph/sampling/sampler.ts";
import type { LayerRoom } from "../../../kernels/sampling/mod.ts";

/** Batches that the host samples when a training is opened. */
const SAMPLED = 3;
/**
 * Part of the largest that is added, times the root of the number of seeds: the sizes of a batch are sums
 * over seeds that are drawn apart, and differ by a part that falls with that root. With 256 seeds an eighth
 * is added; their standard deviation is at most 4.8 % on the stand-in of IGB-large, and 1.2 % on those of
 * fastgl's other graphs.
 */
const MARGIN = 2;
/** Factor by which the room grows after a batch that did not fit. */
const GROWTH = 1.5;

/** Batches of a training. */
export interface RoomOptions {
  /** Graph that neighbours are drawn from. */
  readonly graph: CsrMatrix;
  /** Kind of sampling. */
  readonly sampling: NeighborSampling;
  /** Training vertices. */
  readonly training: Uint32Array;
  /** Seeds of a batch. */
  readonly batchSize: number;
  /** Seed of the shuffles. */
  readonly seed: number;
}

/** Room for batches like the first ones of the training, which the host samples. */
export async function sampledRoom({ graph, sampling, ...split }: RoomOptions): Promise<LayerRoom[]> {
  const draw = neighborDraw(graph, sampling);
  const largest = Array.from({ length: draw.layers }, () => ({ entries: 0, cols: 0 }));
  for (const batch of miniBatches(split.training, { ...split, epoch: 0 }).slice(0, SAMPLED)) {
    const { blocks } = await sampleBatch(draw, batch);
    blocks.forEach(({ matrix: { cols, colIdx } }, layer) => {
      largest[layer].entries = Math.max(largest[layer].entries, colIdx.length);
      largest[layer].cols = Math.max(largest[layer].cols, cols);
    });
  }
  return scaled(largest, 1 + MARGIN / Math.sqrt(Math.min(split.batchSize, split.training.length)));
}

/** Larger room, for batches that did not fit. */
export function widened(room: readonly LayerRoom[]): LayerRoom[] {
  return scaled(room, GROWTH);
}

function scaled(room: readonly LayerRoom[], factor: number): LayerRoom[] {
  return room.map(({ entries, cols }) => ({
    entries: Math.ceil(factor * entries) + 1,
    cols: Math.ceil(factor * cols) + 1,
  }));
}
