/**
 * The graph attention network.
 *
 * @module
 */
import { graphAttention, type GraphAttentionOptions } from "../layers/graph_attention.ts";
import type { Layer } from "../layers/layer.ts";
import { stackLayers } from "./layer_stack.ts";

/** What a GAT is. */
export interface GatOptions {
  /** Columns of the last layer. */
  readonly classes: number;
  /** Heads of the layers before; the last has one. */
  readonly heads: number;
  /** Columns of each of their heads. */
  readonly headWidth: number;
  /** Layers, from 1; 2 when absent. */
  readonly layers?: number;
  /** Dropout of the input of every layer; 0 when absent. */
  readonly dropout?: number;
  /** Whether layers add a learned number a column; they do when absent. */
  readonly bias?: boolean;
  /**
   * What happens to `W h` before attention, in every layer; nothing when absent. With bias and ReLU there, and `bias: false`, it
   * is the GAT of distgnn-mb.
   */
  readonly projection?: GraphAttentionOptions["projection"];
}

/**
 * A GAT (Velickovic et al., "Graph attention networks", ICLR 2018, section 3.3): layers of several heads side by side, then
 * one head as wide as there are classes. Two things differ from the paper: ReLU in place of ELU between the layers, and
 * dropout of the features alone, not of the attention coefficients. The adjacency has the vertex itself on its diagonal; it
 * needs a `transposedOrder`.
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
  const { classes, heads, headWidth, projection, layers = 2, dropout = 0, bias = true } = options;
  return stackLayers("GAT", { layers, dropout }, ({ label, last, epilogue }) =>
    graphAttention({
      ...{ label, bias, ...(projection && { projection }) },
      ...(last ? { heads: 1, headWidth: classes } : { heads, headWidth }),
      ...epilogue,
    }));
}
