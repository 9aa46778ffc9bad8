/**
 * Light graph convolution (LightGCN).
 *
 * @module
 */
import { graphConvolution, type ProductOrder } from "../layers/graph_convolution.ts";
import type { Layer } from "../layers/layer.ts";

/** Options of a light graph convolution. */
export interface LightGcnOptions {
  /** Columns of the result. */
  readonly classes: number;
  /** Number K of hops, from 1; 3 by default. */
  readonly hops?: number;
  /** Whether the head has a bias; true by default. */
  readonly bias?: boolean;
  /** Order of the products; the cheaper one by default. */
  readonly order?: ProductOrder;
}

/**
 * Creates a light graph convolution: `(X + A X + ... + A^K X) / (K + 1) W + b`, the propagation and the mean
 * over layers of LightGCN (He et al., "LightGCN: simplifying and powering graph convolution network for
 * recommendation", SIGIR 2020, section 3.1), which has no weights, on given features and with a linear head
 * that classifies. He et al. normalise the adjacency without self-loops.
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
