/**
 * Construction of a model by its name.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { Layer } from "../layers/layer.ts";
import type { Aggregation } from "../mini_batch/aggregation.ts";
import { gat } from "../models/gat.ts";
import { gcn } from "../models/gcn.ts";
import { gin } from "../models/gin.ts";
import { graphSage } from "../models/graph_sage.ts";
import type { ModelSettings } from "./model_settings.ts";

/** Heads of a GAT's hidden layers. */
const HEADS = 4;

/** Layers of a model, and the aggregation that they read. */
export interface NamedModel {
  /** Layers from the features to the logits. */
  readonly layers: readonly Layer[];
  /** Values of the matrices that the layers aggregate with. */
  readonly aggregation: Aggregation;
}

/**
 * Creates a model with its usual aggregation, without dropout.
 *
 * @throws {UsageError} for sizes that the model cannot have.
 * @example
 * ```ts
 * import { namedModel } from "gnn-repro/training";
 * const { aggregation } = namedModel({ model: "sage", hidden: 16, layers: 2 }, 7);
 * if (aggregation !== "mean") throw new Error("the mean of the neighbours");
 * ```
 */
export function namedModel({ model, hidden, layers }: ModelSettings, classes: number): NamedModel {
  const shape = { classes, hidden, layers };
  switch (model) {
    case "sage":
      return { layers: graphSage(shape), aggregation: "mean" };
    case "gcn":
      return { layers: gcn(shape), aggregation: "gcn" };
    case "gin":
      return { layers: gin(shape), aggregation: "sum" };
    case "gat":
      if (hidden % HEADS !== 0) throw uneven(hidden);
      return {
        layers: gat({ classes, layers, heads: HEADS, headWidth: hidden / HEADS }),
        aggregation: "attention",
      };
    default:
      throw model satisfies never;
  }
}

function uneven(hidden: number): UsageError {
  return new UsageError({
    action: "make a GAT",
    current: `${hidden} hidden columns`,
    wanted: `a multiple of ${HEADS}, since it has as many heads`,
    next: `pass --hidden ${HEADS * Math.ceil(hidden / HEADS)}`,
  });
}
