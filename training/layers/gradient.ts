/**
 * Gradients of the backward pass with their active rows.
 *
 * @module
 */
import type { StepEmitter } from "../program/step_emitter.ts";
import type { Tensor } from "../program/tensor.ts";

/** Gradient of the features between two layers. */
export interface Gradient {
  /** Rows of the gradient, one a vertex, or one an active vertex. */
  readonly tensor: Tensor;
  /** Vertices outside of which the gradient is 0; without it, any vertex may have a gradient. */
  readonly active?: ActiveVertices;
}

/**
 * Vertices at which a gradient is not 0 (eppgcn, Theorem 1), with the operations that a layer needs on their
 * rows. Layers do not depend on the storage of the rows: compact, or among the zero rows of all others.
 */
export interface ActiveVertices {
  /** Number of rows of the gradient. */
  readonly rows: number;
  /**
   * Gathers the rows of a tensor with one row a vertex that belong to the gradient's rows; emitted at the
   * first use.
   */
  gather(steps: StepEmitter, x: Tensor): Tensor;
  /** Scatters the gradient to a tensor of `rows`, one a vertex, with 0 in those of inactive vertices. */
  scatter(steps: StepEmitter, gradient: Tensor, rows: number): Tensor;
  /** Aggregates the gradient one hop further back, to the neighbours of these vertices. */
  aggregate(steps: StepEmitter, gradient: Tensor): Gradient;
}

/** Gradient with `rows` rows, one a vertex, for operations that need the rows of all vertices. */
export function wholeGradient(steps: StepEmitter, { tensor, active }: Gradient, rows: number): Tensor {
  return active ? active.scatter(steps, tensor, rows) : tensor;
}

/** Rows of a forward tensor that belong to a gradient's rows: all rows, where no vertex set is known. */
export function rowsFor(steps: StepEmitter, x: Tensor, { active }: Gradient): Tensor {
  return active ? active.gather(steps, x) : x;
}
