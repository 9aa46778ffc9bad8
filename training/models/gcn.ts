/**
 * Graph convolutional network (GCN).
 *
 * @module
 */
import { graphConvolution, type ProductOrder } from "../layers/graph_convolution.ts";
import type { Layer } from "../layers/layer.ts";
import { type StackDropout, stackLayers } from "./layer_stack.ts";

/** Options of a GCN. */
export interface GcnOptions extends StackDropout {
  /** Columns of the last layer. */
  readonly classes: number;
  /** Columns of the hidden layers. */
  readonly hidden: number;
  /** Number of graph convolutions, from 1; 2 by default. */
  readonly layers?: number;
  /** Whether layers have a bias; false by default. */
  readonly bias?: boolean;
  /** Order of each layer's products; the cheaper one of each layer by default. */
  readonly order?: ProductOrder;
  /**
   * Parameters with weight decay: `first-layer` (the default), as in Kipf and Welling's program, or `all`.
   */
  readonly decays?: "first-layer" | "all";
}

/**
 * Creates a GCN (Kipf and Welling, "Semi-supervised classification with graph convolutional networks", ICLR
 * 2017, equation 9, there with 2 layers): every layer drops a share of its input and convolves; ReLU between
 * the layers. The dropout of a hidden layer's input is fused into the layer below.
 *
 * @throws {UsageError} for options out of range.
 * @example
 * ```ts
 * import { gcn } from "gnn-repro/training";
 * const model = gcn({ classes: 7, hidden: 16, dropout: 0.5 });
 * if (model.map(({ label }) => label).join() !== "input,layer 1,layer 2") {
 *   throw new Error("dropout, two layers");
 * }
 * ```
 */
export function gcn(options: GcnOptions): readonly Layer[] {
  const { classes, hidden, layers = 2, bias = false, decays = "first-layer", order } = options;
  return stackLayers("GCN", { ...options, layers }, ({ label, at, last, epilogue }) =>
    graphConvolution({
      label,
      width: last ? classes : hidden,
      bias,
      decays: decays === "all" || at === 0,
      ...epilogue,
      ...(order ? { order } : {}),
    }));
}
