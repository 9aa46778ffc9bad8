/**
 * One mini-batch of a rank, layer by layer: forward with exchanges of rows by the host in between, then
 * backward.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { VertexTruth } from "../../training/metrics.ts";
import type { BatchModel } from "../../training/mini_batch/batch_program.ts";
import type { LocalBlock } from "../local_batch/local_batch.ts";
import type { ExchangePlace, HaloPolicy } from "./halo_policy.ts";
import type { LayerSegment } from "./layer_segments.ts";
import type { LayerRecord } from "./rank_iteration.ts";
import { type SegmentEnvironment, SegmentRun, segmentTopology } from "./segment_run.ts";
import { plural } from "../../platform/text/plural.ts";

/** Common context of all mini-batches of a rank. */
export interface RankBatchContext {
  /** Environment that runs segments. */
  readonly environment: SegmentEnvironment;
  /** Clock of the rank. */
  readonly now: () => number;
  /** Trained model. */
  readonly model: BatchModel;
  /** Segments of the model. */
  readonly segments: readonly LayerSegment[];
  /** Policy for halo vertices. */
  readonly policy: HaloPolicy;
}

/** Mini-batch to run. */
export interface RankBatch {
  /** Blocks, one a segment, the one next to the input first. */
  readonly blocks: readonly LocalBlock[];
  /** Truth of the seeds, in the order of the last block's rows. */
  readonly truth: VertexTruth;
  /** Position in the training. */
  readonly place: ExchangePlace;
  /** Callback for the gradient of each parameter. */
  readonly takeGradient: (parameter: string, gradient: Float32Array) => void;
}

/** Outcome of a mini-batch. */
export interface RankBatchOutcome {
  /** Mean loss over the seeds. */
  readonly loss: number;
  /** Records of the layers, one a segment. */
  readonly layers: readonly LayerRecord[];
  /** Milliseconds of copying gradients to the host. */
  readonly gradientMs: number;
}

/**
 * Runs a mini-batch.
 *
 * @throws {UsageError} where the numbers of blocks and segments differ.
 * @throws {OutOfMemoryError} where the device has no room; nothing stays allocated.
 */
export async function runRankBatch(context: RankBatchContext, batch: RankBatch): Promise<RankBatchOutcome> {
  const { now, segments } = context, { blocks, takeGradient } = batch;
  if (blocks.length !== segments.length) {
    throw new UsageError({
      action: "train on ranks",
      current: `batches of ${plural(blocks.length, "block")}`,
      wanted: `${segments.length}, one for each layer that aggregates`,
      next: "give the sampler as many fan-outs as the model has such layers",
    });
  }
  const runs: SegmentRun[] = [];
  try {
    const { loss, layers } = await forward(context, batch, runs);
    const backwardMs = new Float64Array(runs.length);
    let gradient: Float32Array | undefined;
    for (let layer = runs.length - 1; layer >= 0; layer--) {
      const start = now();
      const passed = await runs[layer].backward(gradient);
      backwardMs[layer] = now() - start;
      if (!passed) break;
      // Gradients of halo rows are discarded: cached embeddings are constants.
      gradient = passed.subarray(0, blocks[layer].solid * segments[layer].inputWidth);
    }
    const start = now();
    for (const run of runs) await run.gradients(takeGradient);
    return {
      loss,
      layers: layers.map((record, layer) => ({ ...record, backwardMs: backwardMs[layer] })),
      gradientMs: now() - start,
    };
  } finally {
    for (const run of runs) run.close();
  }
}

async function forward(
  { environment, now, model, segments, policy }: RankBatchContext,
  { blocks, truth, place }: RankBatch,
  runs: SegmentRun[],
): Promise<{ readonly loss: number; readonly layers: readonly Omit<LayerRecord, "backwardMs">[] }> {
  const layers: Omit<LayerRecord, "backwardMs">[] = [];
  let solidRows: Float32Array | undefined, loss = NaN;
  for (const [layer, segment] of segments.entries()) {
    const sampled = blocks[layer];
    const { block, rows, droppedEdges, traffic } = await policy.receive(
      layer,
      { block: sampled, solidRows },
      place,
    );
    let last = now();
    const lap = () => -last + (last = now());
    const topology = segmentTopology(model, segment, block);
    environment.progress();
    const topologyMs = lap();
    const run = await SegmentRun.open(environment, topology, { rows, truth });
    runs.push(run);
    environment.progress();
    const prepareMs = lap();
    await run.forward(place.iteration);
    const computeMs = lap();
    if (segment.last) loss = await run.loss();
    else solidRows = await run.output();
    const readMs = lap();
    layers.push({
      solid: block.solid,
      halo: sampled.sources.length - sampled.solid,
      hits: block.sources.length - block.solid,
      edges: block.matrix.colIdx.length,
      droppedEdges,
      remoteDestinations: policy.remoteDestinations(block),
      traffic,
      topologyMs,
      prepareMs,
      computeMs,
      readMs,
    });
  }
  return { loss, layers };
}
