/**
 * Models that fastgl trains on mini-batches, with the settings of Section 6.1.
 *
 * @module
 */
import type { Layer } from "../../training/layers/layer.ts";
import { smallestProgram } from "../../training/mini_batch/batch_program.ts";
import type { Aggregation } from "../../training/mini_batch/mod.ts";
import { gat } from "../../training/models/gat.ts";
import { gcn } from "../../training/models/gcn.ts";
import { gin } from "../../training/models/gin.ts";
import { adam } from "../../training/optimizers/adam.ts";
import type { Program } from "../../training/program/program.ts";
import { FANOUTS, type SampledGraph } from "./sampling_graphs.ts";

/** Models of Section 6.1, in the paper's order. */
export const MODELS = ["GCN", "GIN", "GAT"] as const;

/** Model of Section 6.1. */
export type ModelId = typeof MODELS[number];

/** Columns of the hidden layers (Section 6.1). */
export const HIDDEN = 64;

/** Attention heads of GAT; together they have the columns of a hidden layer (Section 6.1). */
export const HEADS = 8;

/** Model and sizes of a training. */
export interface ModelSetting {
  /** Model. */
  readonly model: ModelId;
  /** Columns of the hidden layers; 64 when absent. */
  readonly hidden?: number;
  /** Neighbours drawn a layer, input side first; 5, 10, 15 when absent. One layer each. */
  readonly fanouts?: readonly number[];
}

/** Layers of a model, and the weights that they aggregate with. */
export function modelOf(
  { model, hidden = HIDDEN, fanouts = FANOUTS }: ModelSetting,
  classes: number,
): { readonly layers: readonly Layer[]; readonly aggregation: Aggregation } {
  const depth = { classes, layers: fanouts.length };
  switch (model) {
    case "GCN":
      return { layers: gcn({ ...depth, hidden }), aggregation: "gcn" };
    case "GIN":
      return { layers: gin({ ...depth, hidden }), aggregation: "sum" };
    case "GAT":
      return { layers: gat({ ...depth, heads: HEADS, headWidth: hidden / HEADS }), aggregation: "attention" };
    default:
      throw model satisfies never;
  }
}

/** Program of a training on the smallest mini-batch: its steps and parameters are those of any other. */
export function smallestTraining(
  { graph: { classes, featureWidth }, ...setting }: ModelSetting & { readonly graph: SampledGraph },
): Program {
  return smallestProgram({
    ...modelOf(setting, classes),
    optimizer: adam(),
    seed: 0,
    featureWidth,
    classes,
    labels: "single",
  });
}
