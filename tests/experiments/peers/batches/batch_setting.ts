/**
 * A small training on mini-batches that every library can run.
 *
 * @module
 */
import type { PeerBatchProblem } from "../../../../experiments/peers/batches/batch_problem.ts";
import type { BatchModelId } from "../../../../experiments/peers/batches/library_blocks.ts";
import { csrFromEdges } from "../../../../graph/edges.ts";
import { RandomStream } from "../../../../platform/random.ts";
import type { Layer } from "../../../../training/layers/layer.ts";
import { gat } from "../../../../training/models/gat.ts";
import { gcn } from "../../../../training/models/gcn.ts";
import { gin } from "../../../../training/models/gin.ts";
import { graphSage } from "../../../../training/models/graph_sage.ts";

const VERTICES = 200, WIDTH = 12, CLASSES = 5;

/** Fan-outs that some vertices have enough neighbours for, and others not. */
export const FANOUTS: readonly number[] = [2, 3, 4];

const sizes = { classes: CLASSES, layers: FANOUTS.length };

/** Layers of each model. */
export const LAYERS: Readonly<Record<BatchModelId, readonly Layer[]>> = {
  gcn: gcn({ ...sizes, hidden: 8 }),
  sage: graphSage({ ...sizes, hidden: 8 }),
  gin: gin({ ...sizes, hidden: 8 }),
  gat: gat({ ...sizes, heads: 2, headWidth: 4 }),
};

/** The training of a model, on directed edges with some vertices that have none. */
export function batchProblem(model: BatchModelId): PeerBatchProblem {
  const stream = new RandomStream(5, "mini-batch problem");
  const ends = (below: number) => Uint32Array.from({ length: 900 }, () => stream.below(below));
  const graph = csrFromEdges({ vertices: VERTICES, source: ends(VERTICES), target: ends(VERTICES - 20) });
  const values = Float32Array.from({ length: VERTICES * WIDTH }, () => 2 * stream.uniform() - 1);
  return {
    graph,
    model,
    layers: LAYERS[model],
    ...(model === "gat" && { heads: [2, 2, 1] }),
    fanouts: FANOUTS,
    batchSize: 16,
    seed: 3,
    data: {
      features: { rows: VERTICES, width: WIDTH, values },
      truth: { labels: Uint32Array.from({ length: VERTICES }, () => stream.below(CLASSES)) },
      classes: CLASSES,
      training: Uint32Array.from({ length: 80 }, (_, v) => 2 * v),
    },
  };
}
