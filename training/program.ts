/**
 * A training step as data: tensors, and the operations over them in order. Layers emit a program once for the shapes at
 * hand; executors run it, and whatever else one wants to know of a step (bytes alive at each moment, time by phase, what to
 * keep on the device) is a function of it. A program holds shapes only, so that one at published sizes costs nothing.
 *
 * @module
 */
import type { AdamConstants } from "../kernels/adam/adam.ts";
import type { Dropout } from "../kernels/epilogue.ts";
import type { GemmForm } from "../kernels/gemm/gemm.ts";

/**
 * What a tensor is for. `input`, `parameter` and `moment` live as long as the program; `activation`, `gradient` and `loss`
 * from the step that writes them first to the last that reads them.
 */
export type TensorKind = "input" | "parameter" | "moment" | "activation" | "gradient" | "loss";

/** A dense `rows x cols` matrix of float32 (float64 on the oracle), row-major. */
export interface Tensor {
  /** Place in {@linkcode Program.tensors}. */
  readonly id: number;
  /** Who it is, for ledgers and error messages: `layer 1 weight`. */
  readonly label: string;
  /** What it is for. */
  readonly kind: TensorKind;
  /** Rows. */
  readonly rows: number;
  /** Columns. */
  readonly cols: number;
}

/** The shape of a sparse matrix that stays the same from step to step: the adjacency, its transpose, bag-of-words features. */
export interface SparseOperand {
  /** Place in {@linkcode Program.sparse}. */
  readonly id: number;
  /** Who it is: `adjacency`. */
  readonly label: string;
  /** Rows. */
  readonly rows: number;
  /** Columns. */
  readonly cols: number;
  /** Stored entries. */
  readonly nnz: number;
  /** Whether entries have values; where not, each is 1. */
  readonly weighted: boolean;
}

/** A list of u32 that stays the same from step to step: vertices of a set, labels, the order of a transpose's entries. */
export interface IndexOperand {
  /** Place in {@linkcode Program.indices}. */
  readonly id: number;
  /** Who it is: `training vertices`. */
  readonly label: string;
  /** How many. */
  readonly length: number;
}

/** Bias, activation and dropout at the end of an operation; see `kernels/epilogue.ts`. */
export interface StepEpilogue {
  /** Factor of negative entries: 1 the identity, 0 ReLU. */
  readonly negativeSlope: number;
  /** `1 x cols`. */
  readonly bias?: Tensor;
  /** Masks differ from training step to training step. */
  readonly dropout?: Dropout;
}

/** What each row should be: classes as u32, one a row, or 0 and 1, one a row and class. */
export type StepTruth = { readonly labels: IndexOperand } | { readonly targets: Tensor };

/** What part of a GNN a step belongs to, as papers break epochs down. */
export type Phase = "aggregation" | "combination" | "loss" | "update";

/** Whether it computes scores, gradients or new parameters. */
export type Pass = "forward" | "backward" | "update";

/** One operation with its operands. An output is never one of the inputs, except what `adam` updates. */
export type StepOperation =
  /** `y = matrix x`; `values` (`1 x nnz`) stand in for the matrix's own. */
  | {
    readonly op: "spmm";
    readonly matrix: SparseOperand;
    readonly values?: Tensor;
    readonly x: Tensor;
    readonly y: Tensor;
  }
  /**
   * `y = matrix x` where x is 0 in all rows but `sources`, by a kernel that may leave out what is 0 for that reason. Rows
   * `targets` of y are written; the others are 0 before the first step and stay so.
   */
  | {
    readonly op: "path-spmm";
    readonly matrix: SparseOperand;
    /** Rows `targets` of the matrix, columns `sources`, by their places in those lists. */
    readonly path: SparseOperand;
    readonly targets: IndexOperand;
    readonly sources: IndexOperand;
    readonly x: Tensor;
    readonly y: Tensor;
  }
  /** `c = epilogue(a b)`, with the factor transposed that `form` says. */
  | {
    readonly op: "gemm";
    readonly form: GemmForm;
    readonly a: Tensor;
    readonly b: Tensor;
    readonly c: Tensor;
    readonly epilogue?: StepEpilogue;
  }
  /** `y = epilogue(x)`. */
  | { readonly op: "activation"; readonly x: Tensor; readonly y: Tensor; readonly epilogue: StepEpilogue }
  /** `to = gradient * epilogue'`, from the epilogue's result y. */
  | {
    readonly op: "activation-gradient";
    readonly y: Tensor;
    readonly gradient: Tensor;
    readonly to: Tensor;
    readonly epilogue: StepEpilogue;
  }
  /** `y = sum of the rows of x`, `1 x cols`. */
  | { readonly op: "column-sum"; readonly x: Tensor; readonly y: Tensor }
  /** `to = alpha x + beta y`. */
  | {
    readonly op: "add";
    readonly alpha: number;
    readonly x: Tensor;
    readonly beta: number;
    readonly y: Tensor;
    readonly to: Tensor;
  }
  /** `y[i] = x[index[i]]`. */
  | { readonly op: "gather-rows"; readonly index: IndexOperand; readonly x: Tensor; readonly y: Tensor }
  /** `y[index[i]] = x[i]`, all else 0. */
  | { readonly op: "scatter-rows"; readonly index: IndexOperand; readonly x: Tensor; readonly y: Tensor }
  /** `y[e] = dropout(x[index[e]])` of `1 x entries`. */
  | {
    readonly op: "gather-entries";
    readonly x: Tensor;
    readonly index?: IndexOperand;
    readonly dropout?: Dropout;
    readonly y: Tensor;
  }
  /** `y[r] = tanh(scores[r]) x[r]`, row by row; `scores` is `rows x 1`. */
  | { readonly op: "gate"; readonly x: Tensor; readonly scores: Tensor; readonly y: Tensor }
  /** `to[r] = (1 - tanh(scores[r])^2) <x[r], gradient[r]>`, `rows x 1`: the gradient of a gate's scores. */
  | {
    readonly op: "gate-gradient";
    readonly x: Tensor;
    readonly scores: Tensor;
    readonly gradient: Tensor;
    readonly to: Tensor;
  }
  /** `y[s] = the largest entry of each column of x in the rows offsets[s] to offsets[s + 1]`. */
  | { readonly op: "segment-max"; readonly offsets: IndexOperand; readonly x: Tensor; readonly y: Tensor }
  /** The gradient of `segment-max`'s x: `gradient[s]` where the largest entries are, else 0. */
  | {
    readonly op: "segment-max-gradient";
    readonly offsets: IndexOperand;
    readonly x: Tensor;
    readonly gradient: Tensor;
    readonly to: Tensor;
  }
  /** `losses[r] = weights[r] * loss(logits[r], truth[r])`; `weights` is `1 x rows`. */
  | {
    readonly op: "cross-entropy";
    readonly logits: Tensor;
    readonly truth: StepTruth;
    readonly weights: Tensor;
    readonly losses: Tensor;
  }
  /** `to = d(sum of the losses) / d(logits)`. */
  | {
    readonly op: "cross-entropy-gradient";
    readonly logits: Tensor;
    readonly truth: StepTruth;
    readonly weights: Tensor;
    readonly to: Tensor;
  }
  /** `B[h d + k, h] = x[0, h d + k]`, `B[h d + k, H + h] = x[1, h d + k]`, all else 0, with H heads of d columns. */
  | { readonly op: "block-diagonal"; readonly heads: number; readonly x: Tensor; readonly y: Tensor }
  /** `to[s, h d + k] = gradient[h d + k, s H + h]`: the gradient of `block-diagonal`'s x. */
  | {
    readonly op: "block-diagonal-gradient";
    readonly heads: number;
    readonly gradient: Tensor;
    readonly to: Tensor;
  }
  /** `y[e, h]` = softmax over the entries of e's row of `leaky(scores[row, h] + scores[column, H + h])`, `nnz x heads`. */
  | {
    readonly op: "edge-softmax";
    readonly matrix: SparseOperand;
    readonly heads: number;
    readonly negativeSlope: number;
    /** `matrix.cols x 2 heads`. */
    readonly scores: Tensor;
    readonly y: Tensor;
  }
  /** The gradient of the sums inside `leaky`, from that of the softmax and its result `attention`, all `nnz x heads`. */
  | {
    readonly op: "edge-softmax-gradient";
    readonly matrix: SparseOperand;
    readonly heads: number;
    readonly negativeSlope: number;
    readonly scores: Tensor;
    readonly attention: Tensor;
    readonly gradient: Tensor;
    readonly to: Tensor;
  }
  /** `y[r, h d + k]` = sum over entries e of row r of `attention[order[e], h] x[column of e, h d + k]`. */
  | {
    readonly op: "head-spmm";
    readonly matrix: SparseOperand;
    readonly heads: number;
    readonly attention: Tensor;
    /** For each entry of `matrix` its row of `attention`; the same order when absent. */
    readonly order?: IndexOperand;
    readonly x: Tensor;
    readonly y: Tensor;
  }
  /** `y[e, h]` = sum over k of `a[row of e, h d + k] b[column of e, h d + k]`, `nnz x heads`. */
  | {
    readonly op: "head-sddmm";
    readonly matrix: SparseOperand;
    readonly heads: number;
    readonly a: Tensor;
    readonly b: Tensor;
    readonly y: Tensor;
  }
  /** `to[v, h]` = sum of `entries[e, h]` over row v (0 where v is no row), `to[v, H + h]` = the same over column v. */
  | {
    readonly op: "entry-sums";
    readonly matrix: SparseOperand;
    readonly transposed: SparseOperand;
    /** For each entry of `transposed` its place in `matrix`. */
    readonly order: IndexOperand;
    readonly heads: number;
    readonly entries: Tensor;
    /** `matrix.cols x 2 heads`. */
    readonly to: Tensor;
  }
  /** One Adam step, in place. */
  | {
    readonly op: "adam";
    readonly parameter: Tensor;
    readonly gradient: Tensor;
    readonly firstMoment: Tensor;
    readonly secondMoment: Tensor;
    readonly constants: AdamConstants;
  };

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
  /** Forward without dropout, ending in {@linkcode Program.scores}; no gradients. Empty where a program only trains. */
  readonly evaluate: readonly Step[];
  /** `1 x 1`: the loss of the step, written by `train`. */
  readonly loss: Tensor;
  /**
   * Logits of every vertex, written by `evaluate`. Where that is empty, those that `train` computes its loss from; they hold until
   * their memory serves another tensor.
   */
  readonly scores: Tensor;
}

/** Tensors that a step reads, in the order of its operands. */
export function inputsOf(step: StepOperation): readonly Tensor[] {
  switch (step.op) {
    case "spmm":
      return step.values ? [step.values, step.x] : [step.x];
    case "gemm":
      return [step.a, step.b, ...step.epilogue?.bias ? [step.epilogue.bias] : []];
    case "activation":
      return [step.x, ...step.epilogue.bias ? [step.epilogue.bias] : []];
    case "activation-gradient":
      return [step.y, step.gradient];
    case "add":
      return [step.x, step.y];
    case "path-spmm":
    case "column-sum":
    case "gather-rows":
    case "scatter-rows":
    case "gather-entries":
    case "segment-max":
    case "block-diagonal":
      return [step.x];
    case "gate":
      return [step.x, step.scores];
    case "gate-gradient":
      return [step.x, step.scores, step.gradient];
    case "segment-max-gradient":
      return [step.x, step.gradient];
    case "block-diagonal-gradient":
      return [step.gradient];
    case "edge-softmax":
      return [step.scores];
    case "edge-softmax-gradient":
      return [step.scores, step.attention, step.gradient];
    case "head-spmm":
      return [step.attention, step.x];
    case "head-sddmm":
      return [step.a, step.b];
    case "entry-sums":
      return [step.entries];
    case "cross-entropy":
    case "cross-entropy-gradient":
      return [step.logits, step.weights, ..."targets" in step.truth ? [step.truth.targets] : []];
    case "adam":
      return [step.gradient, step.parameter, step.firstMoment, step.secondMoment];
    default:
      throw step satisfies never;
  }
}

/** Tensors that a step writes. */
export function outputsOf(step: StepOperation): readonly Tensor[] {
  switch (step.op) {
    case "spmm":
    case "path-spmm":
    case "activation":
    case "column-sum":
    case "gather-rows":
    case "scatter-rows":
    case "gather-entries":
    case "gate":
    case "segment-max":
    case "block-diagonal":
    case "edge-softmax":
    case "head-spmm":
    case "head-sddmm":
      return [step.y];
    case "gemm":
      return [step.c];
    case "activation-gradient":
    case "add":
    case "gate-gradient":
    case "segment-max-gradient":
    case "block-diagonal-gradient":
    case "edge-softmax-gradient":
    case "entry-sums":
    case "cross-entropy-gradient":
      return [step.to];
    case "cross-entropy":
      return [step.losses];
    case "adam":
      return [step.parameter, step.firstMoment, step.secondMoment];
    default:
      throw step satisfies never;
  }
}
