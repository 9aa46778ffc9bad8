/**
 * Training step as data: tensors, and the operations over them in order. Layers emit a program once for the
 * shapes at hand; executors run it, and every other property of a step (bytes alive at each moment, time by
 * phase, tensors to keep on the device) is a function of it. A program holds shapes only, so that a program
 * of published sizes needs no memory.
 *
 * @module
 */
import type { StepOperation } from "../operations/step_operation.ts";
import type { Pass, Phase } from "./phase.ts";
import type { IndexOperand, SparseOperand, Tensor } from "./tensor.ts";

/** Operation with its place in the program. */
export type Step = StepOperation & {
  /** Layer that emitted it: `layer 1`, `loss`, `adam`. */
  readonly layer: string;
  /** Phase of a GNN. */
  readonly phase: Phase;
  /** Direction of the pass. */
  readonly pass: Pass;
};

/** Initialisation of a parameter. */
export type Initialisation =
  /** Uniform in +-sqrt(6 / (fanIn + fanOut)) (Glorot and Bengio, AISTATS 2010). */
  | "glorot"
  /** Zeros, for biases. */
  | "zeros";

/** Parameter of a model. */
export interface ProgramParameter {
  /** Tensor of the parameter, of kind `parameter`. */
  readonly tensor: Tensor;
  /** Initialisation of the parameter. */
  readonly initialisation: Initialisation;
}

/** Whole training step, and the computation of scores without training. */
export interface Program {
  /** Every tensor, by id. */
  readonly tensors: readonly Tensor[];
  /** Every sparse matrix, by id. */
  readonly sparse: readonly SparseOperand[];
  /** Every list of indices, by id. */
  readonly indices: readonly IndexOperand[];
  /** Parameters, in the order of the layers. */
  readonly parameters: readonly ProgramParameter[];
  /** Steps of training: forward, loss, backward, update. */
  readonly train: readonly Step[];
  /**
   * Steps of evaluation: forward without dropout, ending in {@linkcode Program.scores}; no gradients. Empty
   * where a program only trains.
   */
  readonly evaluate: readonly Step[];
  /** Loss of the step, `1 x 1`, written by `train`. */
  readonly loss: Tensor;
  /**
   * Logits of every vertex, written by `evaluate`. Where that is empty, the logits from which `train`
   * computes its loss; they are valid until their memory serves another tensor.
   */
  readonly scores: Tensor;
}
