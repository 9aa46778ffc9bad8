/**
 * The contract of a layer: it emits its forward steps, and knows how to emit its backward steps. Both are written by hand.
 *
 * @module
 */
import type { StepEmitter } from "../program/step_emitter.ts";
import type { IndexOperand, SparseOperand } from "../program/tensor.ts";
import type { Features } from "./features.ts";
import type { Gradient } from "./gradient.ts";

/** What a layer aggregates with. Every layer may have its own: blocks of a mini-batch. */
export interface Adjacency {
  /** One row an output vertex, one column an input vertex. */
  readonly matrix: SparseOperand;
  /**
   * What gradients are aggregated with: the transpose, the same operand where the matrix is symmetric. It may lack entries
   * that only meet zeros, and be absent where every gradient brings its execution paths along ({@linkcode Gradient.active}).
   */
  readonly transposed?: SparseOperand;
  /** For each entry of `transposed` its place in `matrix`: how numbers of entries, attention, find their way back. */
  readonly transposedOrder?: IndexOperand | undefined;
  /**
   * Which input vertex each output vertex is: 0, 1, ... in a block, whose first sources are its destinations. Where the
   * matrix is square it may be absent: then each is the one of its own number.
   */
  readonly outputVertices?: IndexOperand;
}

/** What a layer is given. */
export interface LayerInput {
  /** One row an input vertex. */
  readonly features: Features;
  /** What the layer aggregates with. */
  readonly adjacency: Adjacency;
  /**
   * Whether anything below is learned, so that the gradient of `features` is wanted. It is the same for both sequences, since
   * the order of a layer's products depends on it.
   */
  readonly inputGradient: boolean;
}

/**
 * Emits the backward steps of a layer: leaves the gradients of its parameters with `steps.learn` and returns that of its
 * input, where it was wanted. Either may have the rows of active vertices only.
 */
export type Backward = (steps: StepEmitter, gradient: Gradient) => Gradient | undefined;

/** What a layer returns. */
export interface LayerOutput {
  /** One row an output vertex. */
  readonly features: Features;
  /** Absent where neither the layer nor anything below it learns. Called for `train` only, once. */
  readonly backward?: Backward;
}

/** One layer of a model: a description, from which any number of programs can be emitted. */
export interface Layer {
  /** Its name in steps, parameters and messages, unique in a model: `layer 1`. */
  readonly label: string;
  /**
   * Whether each vertex sees its own row alone, so that the layer needs no block of a mini-batch. When absent it
   * aggregates, and has fewer output than input vertices where its adjacency says so.
   */
  readonly rowWise?: boolean;
  /**
   * Emits the forward steps: for `train` with dropout, for `evaluate` without; `steps.dropout` knows.
   *
   * @throws {UsageError} if the features do not fit the adjacency or the layer.
   */
  forward(steps: StepEmitter, input: LayerInput): LayerOutput;
}
