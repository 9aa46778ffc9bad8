/**
 * The models of distgnn-mb's Section 4, and how large mini-batches, pushes and caches are on a scaled graph.
 *
 * @module
 */
import type { Layer } from "../../training/layers/layer.ts";
import type { Aggregation } from "../../training/mini_batch/mod.ts";
import { gat } from "../../training/models/gat.ts";
import { graphSage } from "../../training/models/graph_sage.ts";
import type { Profile } from "../profiles.ts";
import { FANOUTS, HIDDEN, PAPER_BATCH, PAPER_CACHE, scaledDown, type ScaledGraph } from "./scaled_graphs.ts";

/** The models of Section 4. */
export type RankModel = "GraphSAGE" | "GAT";

/** Heads of the hidden layers of GAT, and dropout (Table 2; the latter is chosen). */
const HEADS = 4, DROPOUT = 0.5;

/** Learning rates of several ranks (Table 2). */
export const LEARNING_RATE: Readonly<Record<RankModel, number>> = { GraphSAGE: 0.006, GAT: 0.001 };

/** A model of the paper and what its layers aggregate with. */
export function rankModel(
  model: RankModel,
  { classes, hidden }: { readonly classes: number; readonly hidden: number },
): { readonly layers: readonly Layer[]; readonly aggregation: Aggregation } {
  const shape = { classes, layers: FANOUTS.length, dropout: DROPOUT };
  if (model === "GraphSAGE") return { layers: graphSage({ ...shape, hidden }), aggregation: "mean" };
  const layers = gat({
    ...{ ...shape, heads: HEADS, headWidth: hidden / HEADS, bias: false },
    // Bias and ReLU come before attention.
    projection: { bias: true, negativeSlope: 0 },
  });
  return { layers, aggregation: "attention" };
}

/** Mini-batches, what is pushed of them and what is kept, in proportion to the paper's. */
export interface BatchScale {
  /** Seeds of a mini-batch of one rank. */
  readonly batchSize: number;
  /** `nc`. */
  readonly pushLimit: number;
  /** `cs`. */
  readonly capacity: number;
  /** Columns of the hidden layers. */
  readonly hidden: number;
}

/** Fewest seeds of a mini-batch: with fewer an iteration is the update of weights and little else. */
const LEAST_BATCH = 4;

/** Columns of hidden layers where mini-batches are hundreds of times smaller than the paper's. */
const SMALL_HIDDEN = 64;

/** What goes with a scaled graph. */
export function batchScale({ id }: Pick<Profile, "id">, scaled: Pick<ScaledGraph, "scale">): BatchScale {
  const batchSize = Math.max(LEAST_BATCH, scaledDown(PAPER_BATCH, scaled));
  return {
    batchSize,
    pushLimit: batchSize * PAPER_CACHE.nc / PAPER_BATCH,
    capacity: batchSize * PAPER_CACHE.cs / PAPER_BATCH,
    hidden: id === "paper" ? HIDDEN : SMALL_HIDDEN,
  };
}
