/**
 * Models of distgnn-mb's Section 4, and sizes of mini-batches, pushes and caches on a scaled graph.
 *
 * @module
 */
import type { Layer } from "../../training/layers/layer.ts";
import type { Aggregation } from "../../training/mini_batch/mod.ts";
import { gat } from "../../training/models/gat.ts";
import { graphSage } from "../../training/models/graph_sage.ts";
import type { Profile } from "../profiles.ts";
import { FANOUTS, HIDDEN, PAPER_BATCH, PAPER_CACHE, scaledDown, type ScaledGraph } from "./scaled_graphs.ts";

/** Models of Section 4, in the paper's order. */
export const MODEL_IDS = ["GraphSAGE", "GAT"] as const;

/** Name of a model. */
export type ModelId = typeof MODEL_IDS[number];

/** Heads of the hidden layers of GAT (Table 2). */
export const HEADS = 4;

/** Dropout of the hidden layers; the paper prints none. */
export const DROPOUT_RATE = 0.5;

/** Learning rates of several ranks (Table 2). */
export const LEARNING_RATE: Readonly<Record<ModelId, number>> = { GraphSAGE: 0.006, GAT: 0.001 };

/** Layers and the aggregation that they read. */
export interface LayeredModel {
  /** Layers from the features to the logits. */
  readonly layers: readonly Layer[];
  /** Values of the matrices that the layers aggregate with. */
  readonly aggregation: Aggregation;
}

/** Shape of a model. */
export interface RankModelOptions {
  /** Columns of the last layer. */
  readonly classes: number;
  /** Columns of the hidden layers. */
  readonly hidden: number;
  /** Whether GAT's bias and ReLU are a pass each after the product; false by default: fused into it. */
  readonly separate?: boolean;
}

/** A model as ranks train it. GAT is the paper's: bias and ReLU come before attention. */
export function rankModel(
  model: ModelId,
  { classes, hidden, separate = false }: RankModelOptions,
): LayeredModel {
  // The paper's equations drop results of layers, and no features.
  const shape = { classes, layers: FANOUTS.length, dropout: DROPOUT_RATE, inputDropout: 0 };
  if (model === "GraphSAGE") return { layers: graphSage({ ...shape, hidden }), aggregation: "mean" };
  const layers = gat({
    ...shape,
    heads: HEADS,
    headWidth: hidden / HEADS,
    bias: false,
    projection: { bias: true, negativeSlope: 0, separate },
  });
  return { layers, aggregation: "attention" };
}

/** Sizes of a rank's batches, pushes and layers, in proportion to the paper's. */
export interface BatchScale {
  /** Seeds of a mini-batch of one rank. */
  readonly batchSize: number;
  /** Most vertices of a push (`nc`). */
  readonly pushLimit: number;
  /** Lines of a cache (`cs`). */
  readonly capacity: number;
  /** Columns of the hidden layers. */
  readonly hidden: number;
}

/** Fewest seeds of a mini-batch: with fewer an iteration is the update of weights and little else. */
const LEAST_BATCH = 4;

/** Columns of hidden layers where mini-batches are hundreds of times smaller than the paper's. */
const SMALL_HIDDEN = 64;

/** Sizes that go with a scaled graph. */
export function batchScale({ id }: Pick<Profile, "id">, scaled: Pick<ScaledGraph, "scale">): BatchScale {
  const batchSize = Math.max(LEAST_BATCH, scaledDown(PAPER_BATCH, scaled));
  return {
    batchSize,
    pushLimit: batchSize * PAPER_CACHE.nc / PAPER_BATCH,
    capacity: batchSize * PAPER_CACHE.cs / PAPER_BATCH,
    hidden: id === "paper" ? HIDDEN : SMALL_HIDDEN,
  };
}
