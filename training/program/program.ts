/**
 * A training step as data: tensors, and the operations over them in order. Layers emit a program once for the
 * shapes at hand; executors run it, and whatever else one wants to know of a step (bytes alive at each
 * moment, time by phase, what to keep on the device) is a function of it. A program holds shapes only, so
 * that one at published sizes costs nothing.
 *
 * @module
 */
import type { StepOperation } from "../operations/step_operation.ts";
import type { Pass, Phase } from "./phase.ts";
import type { IndexOperand, SparseOperand, Tensor } from "./tensor.ts";

/** An operation and where it belongs. */
export type Step = StepOperation & {
  /** The layer that emitted it: `layer 1`, `loss`, `adam`. */
  readonly layer: string;
  /** What part of a GNN it is. */
  readonly phase: Phase;
  /** Which way it goes. */
  readonly pass: Pass;
};

/** How a parameter begins. */
export type Initialisation =
  /** Uniform in +-sqrt(6 / (fanIn + fanOut)) (Glorot and Bengio, AISTATS 2010). */
  | "glorot"
  /** All 0: biases. */
  | "zeros";

/** Something that is learned. */
export interface ProgramParameter {
  /** Its tensor, of kind `parameter`. */
  readonly tensor: Tensor;
  /** How it begins. */
  readonly initialisation: Initialisation;
}

/** A whole training step, and how scores are computed without training. */
export interface Program {
  /** Every tensor, by id. */
  readonly tensors: readonly Tensor[];
  /** Every sparse matrix, by id. */
  readonly sparse: readonly SparseOperand[];
  /** Every list of indices, by id. */
  readonly indices: readonly IndexOperand[];
  /** What is learned, in the order of the layers. */
  readonly parameters: readonly ProgramParameter[];
  /** Forward, loss, backward, update. */
  readonly train: readonly Step[];
  /**
   * Forward without dropout, ending in {@linkcode Program.scores}; no gradients. Empty where a program only
   * trains.
   */
  readonly evaluate: readonly Step[];
  /** `1 x 1`: the loss of the step, written by `train`. */
  readonly loss: Tensor;
  /**
   * Logits of every vertex, written by `evaluate`. Where that is empty, those that `train` computes its loss
   * from; they hold until their memory serves another tensor.
   */
  readonly scores: Tensor;
}
