/**
 * Gradients on their way back through the layers, and which of their rows there are.
 *
 * @module
 */
import type { StepEmitter } from "../program/step_emitter.ts";
import type { Tensor } from "../program/tensor.ts";

/** A gradient of what flows between two layers. */
export interface Gradient {
  /** One row a vertex, or one an active vertex. */
  readonly tensor: Tensor;
  /** The vertices outside of which it is 0; any may have a gradient when absent. */
  readonly active?: ActiveVertices;
}

/**
 * The vertices that a gradient is not 0 on (eppgcn, Theorem 1), and how a layer computes with their rows alone. A layer needs
 * to know nothing of how the rows are kept: compact, or among the zero rows of all others.
 */
export interface ActiveVertices {
  /** Rows that the gradient has. */
  readonly rows: number;
  /** The rows of a tensor with one a vertex that go with those of the gradient; emitted when asked for first. */
  gather(steps: StepEmitter, x: Tensor): Tensor;
  /** The gradient with one of `rows` a vertex, those of inactive ones 0. */
  scatter(steps: StepEmitter, gradient: Tensor, rows: number): Tensor;
  /** The gradient one hop further back, on the neighbours of these vertices. */
  aggregate(steps: StepEmitter, gradient: Tensor): Gradient;
}

/** A gradient with one of `rows` a vertex, for operations that cannot do with the rows of active vertices. */
export function wholeGradient(steps: StepEmitter, { tensor, active }: Gradient, rows: number): Tensor {
  return active ? active.scatter(steps, tensor, rows) : tensor;
}

/** The rows of a forward tensor that a gradient's rows belong to: all, where nothing is known of it. */
export function rowsFor(steps: StepEmitter, x: Tensor, { active }: Gradient): Tensor {
  return active ? active.gather(steps, x) : x;
}
