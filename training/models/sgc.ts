/**
 * Simple graph convolution (SGC).
 *
 * @module
 */
import { graphConvolution, type ProductOrder } from "../layers/graph_convolution.ts";
import type { Layer } from "../layers/layer.ts";

/** Options of a simple graph convolution. */
export interface SgcOptions {
  /** Columns of the result. */
  readonly classes: number;
  /** Number K of hops, from 1; 2 by default. */
  readonly hops?: number;
  /** Whether the layer has a bias; true by default. */
  readonly bias?: boolean;
  /** Order of the products; the cheaper one by default. */
  readonly order?: ProductOrder;
}

/**
 * Creates a simple graph convolution: `A^K X W + b` (Wu et al., "Simplifying graph convolutional networks",
 * ICML 2019, equation 8), K aggregations and one linear layer, in either order.
 *
 * @throws {UsageError} if `hops` is out of range.
 */
export function sgc({ classes, hops = 2, bias = true, order }: SgcOptions): readonly Layer[] {
  return [graphConvolution({
    label: "layer 1",
    width: classes,
    propagation: { hops, combine: "last" },
    bias,
    ...(order ? { order } : {}),
  })];
}
