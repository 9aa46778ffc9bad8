/**
 * Graph attention network (GAT).
 *
 * @module
 */
import { graphAttention, type GraphAttentionOptions } from "../layers/graph_attention.ts";
import type { Layer } from "../layers/layer.ts";
import { type StackDropout, stackLayers } from "./layer_stack.ts";

/** Options of a GAT. */
export interface GatOptions extends StackDropout {
  /** Columns of the last layer. */
  readonly classes: number;
  /** Heads of the hidden layers; the last layer has one. */
  readonly heads: number;
  /** Columns of each head of the hidden layers. */
  readonly headWidth: number;
  /** Number of layers, from 1; 2 by default. */
  readonly layers?: number;
  /** Whether layers have a bias; true by default. */
  readonly bias?: boolean;
  /**
   * Bias and activation of `W h` before attention, in every layer; none by default. With bias and ReLU there,
   * and `bias: false`, the model is the GAT of distgnn-mb.
   */
  readonly projection?: GraphAttentionOptions["projection"];
}

/**
 * Creates a GAT (Velickovic et al., "Graph attention networks", ICLR 2018, section 3.3): layers of several
 * heads side by side, then one head with a column for each class. It differs from the paper by ReLU in place
 * of ELU between the layers, and by dropout of the features alone, not of the attention coefficients. The
 * adjacency has the vertex itself on its diagonal; it needs a `transposedOrder`.
 *
 * @throws {UsageError} for options out of range.
 * @example
 * ```ts
 * import { gat } from "gnn-repro/training";
 * const model = gat({ classes: 7, heads: 8, headWidth: 8 });
 * if (model.map(({ label }) => label).join() !== "layer 1,layer 2") throw new Error("two layers");
 * ```
 */
export function gat(options: GatOptions): readonly Layer[] {
  const { classes, heads, headWidth, projection, layers = 2, bias = true } = options;
  return stackLayers("GAT", { ...options, layers }, ({ label, last, epilogue }) =>
    graphAttention({
      label,
      bias,
      ...(projection && { projection }),
      ...(last ? { heads: 1, headWidth: classes } : { heads, headWidth }),
      ...epilogue,
    }));
}
