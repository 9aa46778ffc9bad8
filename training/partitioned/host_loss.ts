/**
 * Cross-entropy of the training vertices and its gradient, on the host.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { VertexData } from "../vertex_data.ts";

/** A loss with the gradient of the scores. */
export interface HostLoss {
  /** Mean over the training vertices. */
  readonly loss: number;
  /** Gradient, one row a vertex. */
  readonly gradient: Float32Array;
}

/**
 * Computes the loss of scores, `vertices x classes`, in float64.
 *
 * @throws {UsageError} for vertices with several labels each.
 */
export function classificationLoss(
  scores: Float32Array,
  { truth, classes, split: { train } }: Pick<VertexData, "truth" | "classes" | "split">,
): HostLoss {
  const { labels } = truth;
  if (labels === undefined) {
    throw new UsageError({
      action: "compute a loss on the host",
      current: "several labels a vertex",
      wanted: "one class a vertex",
      next: "take a dataset with classes",
    });
  }
  const gradient = new Float32Array(scores.length), weight = 1 / train.length;
  let loss = 0;
  for (const vertex of train) {
    const own = scores.subarray(vertex * classes, (vertex + 1) * classes), label = labels[vertex];
    const most = own.reduce((a, b) => Math.max(a, b));
    const powers = Array.from(own, (score) => Math.exp(score - most));
    const sum = powers.reduce((a, b) => a + b);
    loss += weight * (Math.log(sum) + most - own[label]);
    for (let c = 0; c < classes; c++) {
      gradient[vertex * classes + c] = weight * (powers[c] / sum - (c === label ? 1 : 0));
    }
  }
  return { loss, gradient };
}
