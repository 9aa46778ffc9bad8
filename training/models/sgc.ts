/**
 * Simple graph convolution.
 *
 * @module
 */
import { graphConvolution, type ProductOrder } from "../layers/graph_convolution.ts";
import type { Layer } from "../layers/layer.ts";

/** What a simple graph convolution is. */
export interface SgcOptions {
  /** Columns of the result. */
  readonly classes: number;
  /** K, from 1; 2 when absent. */
  readonly hops?: number;
  /** Whether a learned number a column is added; it is when absent. */
  readonly bias?: boolean;
  /** Order of the products; the cheaper one when absent. */
  readonly order?: ProductOrder;
}

/**
 * `A^K X W + b` (Wu et al., "Simplifying graph convolutional networks", ICML 2019, equation 8): K aggregations and one linear
 * layer, in either order.
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
