/**
 * Sums over neighbours without weights: the aggregation of a layer, over one hop or several.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { StepEmitter } from "../program/step_emitter.ts";
import type { SparseOperand, Tensor } from "../program/tensor.ts";
import type { Gradient } from "./gradient.ts";
import type { Adjacency } from "./layer.ts";

/** Polynomial of the adjacency A. */
export interface Propagation {
  /** Degree K, from 1. */
  readonly hops: number;
  /**
   * `last`: A^K (GCN with K = 1, SGC with more). `mean`: (I + A + ... + A^K) / (K + 1), the mean over the
   * layers of LightGCN.
   */
  readonly combine: "last" | "mean";
}

/**
 * Emits a propagation of x. The mean is nested by Horner's scheme, `x + A (x + A (...))`: only the last hop
 * is kept.
 */
export function propagate(
  steps: StepEmitter,
  x: Tensor,
  { matrix, hops, combine }: Propagation & { readonly matrix: SparseOperand },
): Tensor {
  let sum = x;
  for (let hop = 1; hop <= hops; hop++) {
    sum = steps.emit("aggregated", { op: "spmm", matrix, x: sum });
    if (combine === "mean") {
      const share = hop === hops ? 1 / (hops + 1) : 1;
      sum = steps.emit("layer sum", { op: "add", alpha: share, x, beta: share, y: sum }, "aggregation");
    }
  }
  return sum;
}

/**
 * Emits the gradient of a propagation's input. Because the transpose of a polynomial is that polynomial of
 * the transpose, it is the same function on the transposed matrix, or on one path a hop where the gradient
 * has active vertices.
 *
 * @throws {UsageError} where neither exists, or for a mean over hops with paths: its terms have rows of
 * different vertices.
 */
export function propagateGradient(
  steps: StepEmitter,
  gradient: Gradient,
  { transposed, hops, combine }: Propagation & Pick<Adjacency, "transposed">,
): Gradient {
  const { tensor, active } = gradient;
  if (!active && transposed) {
    return { tensor: propagate(steps, tensor, { matrix: transposed, hops, combine }) };
  }
  if (!active || combine === "mean") {
    throw new UsageError({
      action: `emit the backward pass of ${steps.layer}`,
      current: active ? "a mean over hops on execution paths" : "neither a transposed adjacency nor paths",
      wanted: active ? "a product of hops" : "one of them",
      next: active ? "train it with all vertices active" : "give the layer's adjacency its transpose",
    });
  }
  let hopped = gradient;
  for (let hop = 1; hop <= hops; hop++) hopped = hopped.active!.aggregate(steps, hopped.tensor);
  return hopped;
}
