/**
 * Graph convolutional network with residual connections.
 *
 * @module
 */
import { graphConvolution, type ProductOrder } from "../layers/graph_convolution.ts";
import type { Layer } from "../layers/layer.ts";
import { residual } from "../layers/residual.ts";
import { stackLayers } from "./layer_stack.ts";

/** Options of a residual GCN. */
export interface ResidualGcnOptions {
  /** Columns of the last layer. */
  readonly classes: number;
  /** Columns of the hidden layers. */
  readonly hidden: number;
  /** Number of layers, from 1; 3 by default. */
  readonly layers?: number;
  /** Dropout of the input of every layer; 0 by default. */
  readonly dropout?: number;
  /** Whether convolutions have a bias; false by default. */
  readonly bias?: boolean;
  /** Order of each convolution's products; the cheaper one of each layer by default. */
  readonly order?: ProductOrder;
}

/**
 * Creates the deep GCN of roc (Jia et al., "Improving the accuracy, scalability, and performance of graph
 * neural networks with Roc", MLSys 2020, section 7.5): `H' = GCN(H) + H` where the widths are equal, else
 * `GCN(H) + H V`, in every layer. ReLU is part of all convolutions but the last, so that it does not cut off
 * a sum; dropout falls on the sum.
 *
 * @throws {UsageError} for options out of range.
 * @example
 * ```ts
 * import { residualGcn } from "gnn-repro/training";
 * const model = residualGcn({ classes: 41, hidden: 256, layers: 4 });
 * if (model.length !== 4) throw new Error("four layers");
 * ```
 */
export function residualGcn(options: ResidualGcnOptions): readonly Layer[] {
  const { classes, hidden, order, layers = 3, dropout = 0, bias = false } = options;
  return stackLayers("residual GCN", { layers, dropout }, ({ label, last, epilogue }) => {
    const { negativeSlope = 1, ...ofSum } = epilogue;
    const width = last ? classes : hidden;
    const layer = graphConvolution({ label, width, negativeSlope, bias, ...(order ? { order } : {}) });
    return residual({ layer, ...ofSum });
  });
}
