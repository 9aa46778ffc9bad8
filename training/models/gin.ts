/**
 * Graph isomorphism network (GIN).
 *
 * @module
 */
import type { ProductOrder } from "../layers/graph_convolution.ts";
import { graphIsomorphism } from "../layers/graph_isomorphism.ts";
import type { Layer } from "../layers/layer.ts";
import { type StackDropout, stackLayers } from "./layer_stack.ts";

/** Options of a GIN. */
export interface GinOptions extends StackDropout {
  /** Columns of the last layer. */
  readonly classes: number;
  /** Columns of the hidden layers, and inside of each layer. */
  readonly hidden: number;
  /** Number of layers, from 1; 3 by default. */
  readonly layers?: number;
  /** Order of each layer's first two products; the cheaper one of each layer by default. */
  readonly order?: ProductOrder;
}

/**
 * Creates a GIN (Xu et al., "How powerful are graph neural networks?", ICLR 2019, equation 4.1) that scores
 * vertices: every layer drops a share of its input, sums over the vertex and its neighbours, and ends with
 * two linear layers, ReLU after all but the very last. The adjacency holds the weights of the sum: 1 for each
 * neighbour and 1 + epsilon on the diagonal.
 *
 * @throws {UsageError} for options out of range.
 * @example
 * ```ts
 * import { gin } from "gnn-repro/training";
 * const model = gin({ classes: 7, hidden: 64, dropout: 0.5 });
 * if (model.map(({ label }) => label).join() !== "input,layer 1,layer 2,layer 3") {
 *   throw new Error("three layers");
 * }
 * ```
 */
export function gin(options: GinOptions): readonly Layer[] {
  const { classes, hidden, order, layers = 3 } = options;
  return stackLayers("GIN", { ...options, layers }, ({ label, last, epilogue }) =>
    graphIsomorphism({
      label,
      hidden,
      width: last ? classes : hidden,
      bias: true,
      ...epilogue,
      ...(order ? { order } : {}),
    }));
}
