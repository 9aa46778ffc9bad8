/**
 * Light graph convolution.
 *
 * @module
 */
import { graphConvolution, type ProductOrder } from "../layers/graph_convolution.ts";
import type { Layer } from "../layers/layer.ts";

/** What a light graph convolution is. */
export interface LightGcnOptions {
  /** Columns of the result. */
  readonly classes: number;
  /** K, from 1; 3 when absent. */
  readonly hops?: number;
  /** Whether the head adds a learned number a column; it does when absent. */
  readonly bias?: boolean;
  /** Order of the products; the cheaper one when absent. */
  readonly order?: ProductOrder;
}

/**
 * `(X + A X + ... + A^K X) / (K + 1) W + b`: the propagation and the mean over layers of LightGCN (He et al., "LightGCN:
 * simplifying and powering graph convolution network for recommendation", SIGIR 2020, section 3.1), which has no weights, on
 * given features and with a linear head that classifies. He et al. normalise the adjacency without self-loops.
 *
 * @throws {UsageError} if `hops` is out of range.
 */
export function lightGcn({ classes, hops = 3, bias = true, order }: LightGcnOptions): readonly Layer[] {
  return [graphConvolution({
    label: "layer 1",
    width: classes,
    propagation: { hops, combine: "mean" },
    bias,
    ...(order ? { order } : {}),
  })];
}
