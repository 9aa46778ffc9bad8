/**
 * Rows of a layer's input that belong to its output vertices: a vertex's own features, beside those of its
 * neighbours.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { StepEmitter } from "../program/step_emitter.ts";
import type { Tensor } from "../program/tensor.ts";
import { type Features, isSparse } from "./features.ts";
import type { Adjacency } from "./layer.ts";

/** Rows of the output vertices, with their gradient. */
export interface OutputRows {
  /** Features, one row an output vertex. */
  readonly features: Features;
  /** Emits the gradient of all input rows: 0 in those of no output vertex. */
  gradient(steps: StepEmitter, gradient: Tensor): Tensor;
}

/**
 * Emits the rows of the output vertices; emits nothing where the adjacency is square and names none, since
 * all rows belong to output vertices.
 *
 * @throws {UsageError} where it is not square and names none, or names some of sparse features.
 */
export function pickOutputRows(
  steps: StepEmitter,
  features: Features,
  { matrix: { rows, cols }, outputVertices: index }: Adjacency,
): OutputRows {
  if (!index && rows === cols) return { features, gradient: (_, gradient) => gradient };
  if (!index || isSparse(features)) {
    throw new UsageError({
      action: `emit ${steps.layer}`,
      current: index
        ? "rows of sparse features to be picked"
        : `an adjacency of ${rows} x ${cols} that has no outputVertices`,
      wanted: index ? "dense features" : "the input vertex that each output vertex is",
      next: index
        ? "load the features as a dense matrix"
        : "give the adjacency an index operand outputVertices, bound to 0, 1, ... for a block",
    });
  }
  return {
    features: steps.emit("output rows", { op: "gather-rows", index, x: features }),
    gradient: (steps, gradient) =>
      steps.emit("input rows gradient", { op: "scatter-rows", index, rows: cols, x: gradient }),
  };
}
