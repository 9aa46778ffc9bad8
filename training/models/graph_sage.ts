/**
 * GraphSAGE with the mean aggregator.
 *
 * @module
 */
import { graphConvolution, type ProductOrder } from "../layers/graph_convolution.ts";
import type { Layer } from "../layers/layer.ts";
import { residual } from "../layers/residual.ts";
import { type StackDropout, stackLayers } from "./layer_stack.ts";

/** Options of a GraphSAGE. */
export interface GraphSageOptions extends StackDropout {
  /** Columns of the last layer. */
  readonly classes: number;
  /** Columns of the hidden layers. */
  readonly hidden: number;
  /** Number of layers, from 1; 2 by default. */
  readonly layers?: number;
  /** Whether layers have a bias; true by default. */
  readonly bias?: boolean;
  /** Order of the neighbours' products; the cheaper one of each layer by default. */
  readonly order?: ProductOrder;
}

/**
 * Creates a GraphSAGE (Hamilton et al., "Inductive representation learning on large graphs", NeurIPS 2017,
 * algorithm 1 with the mean aggregator): `h'_v = ReLU(W1 h_v + W2 mean of h_u + b)`, which is a weight times
 * the concatenation of both. The adjacency takes the mean: its rows sum to 1 (`rowMean`), without the vertex
 * itself. Rows are not scaled to length 1 between the layers. Without bias it is roc's CommNet (Sukhbaatar et
 * al., NeurIPS 2016), with ReLU in place of tanh.
 *
 * @throws {UsageError} for options out of range.
 * @example
 * ```ts
 * import { graphSage } from "gnn-repro/training";
 * const model = graphSage({ classes: 47, hidden: 256, layers: 3 });
 * if (model.map(({ label }) => label).join() !== "layer 1,layer 2,layer 3") throw new Error("three layers");
 * ```
 */
export function graphSage(options: GraphSageOptions): readonly Layer[] {
  const { classes, hidden, order, layers = 2, bias = true } = options;
  return stackLayers("GraphSAGE", { ...options, layers }, ({ label, last, epilogue }) => {
    const width = last ? classes : hidden;
    const neighbours = graphConvolution({ label, width, bias, ...(order ? { order } : {}) });
    return residual({ layer: neighbours, weights: "always", ...epilogue });
  });
}
