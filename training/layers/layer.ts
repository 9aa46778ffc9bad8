/**
 * Contract of a layer: it emits its forward steps and its backward steps, both written by hand.
 *
 * @module
 */
import type { StepEmitter } from "../program/step_emitter.ts";
import type { IndexOperand, SparseOperand } from "../program/tensor.ts";
import type { Features } from "./features.ts";
import type { Gradient } from "./gradient.ts";

/** Operands of a layer's aggregation. Every layer may have its own: blocks of a mini-batch. */
export interface Adjacency {
  /** Sparse matrix, one row an output vertex, one column an input vertex. */
  readonly matrix: SparseOperand;
  /**
   * Sparse matrix for the aggregation of gradients: the transpose, the same operand where the matrix is
   * symmetric. It may lack entries that only meet zeros, and be absent where every gradient has execution
   * paths of its own ({@linkcode Gradient.active}).
   */
  readonly transposed?: SparseOperand;
  /**
   * Place in `matrix` of each entry of `transposed`, by which numbers of entries (attention) are reordered.
   */
  readonly transposedOrder?: IndexOperand | undefined;
  /**
   * Input vertex of each output vertex: 0, 1, ... in a block, whose first sources are its destinations. May
   * be absent where the matrix is square: then vertex v is input vertex v.
   */
  readonly outputVertices?: IndexOperand;
}

/** Input of a layer. */
export interface LayerInput {
  /** Features, one row an input vertex. */
  readonly features: Features;
  /** Operands of the aggregation. */
  readonly adjacency: Adjacency;
  /**
   * Whether a lower layer has parameters, so that the gradient of `features` is needed. It is the same for
   * both sequences, since the order of a layer's products depends on it.
   */
  readonly inputGradient: boolean;
}

/**
 * Emits the backward steps of a layer: records the gradients of its parameters with `steps.learn` and returns
 * that of its input, where it is needed. Either may have the rows of active vertices only.
 */
export type Backward = (steps: StepEmitter, gradient: Gradient) => Gradient | undefined;

/** Output of a layer. */
export interface LayerOutput {
  /** Features, one row an output vertex. */
  readonly features: Features;
  /**
   * Emitter of the backward steps; absent where neither this nor a lower layer has parameters. Called once,
   * for `train` only.
   */
  readonly backward?: Backward;
}

/** One layer of a model: a description from which any number of programs can be emitted. */
export interface Layer {
  /** Name in steps, parameters and messages, unique in a model: `layer 1`. */
  readonly label: string;
  /**
   * Whether each output row depends on its own input row only, so that the layer needs no block of a
   * mini-batch. By default a layer aggregates, and has fewer output than input vertices where its adjacency
   * does.
   */
  readonly rowWise?: boolean;
  /**
   * Emits the forward steps: for `train` with dropout, for `evaluate` without, which `steps.dropout` decides.
   *
   * @throws {UsageError} if the features do not fit the adjacency or the layer.
   */
  forward(steps: StepEmitter, input: LayerInput): LayerOutput;
}
