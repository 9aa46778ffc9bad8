/**
 * What flows from layer to layer: a dense tensor, or sparse features (bags of words) up to the first layer that has weights.
 *
 * @module
 */
import type { ProgramBuilder } from "../program/program_builder.ts";
import type { StepEmitter } from "../program/step_emitter.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../program/tensor.ts";

/** The entries of sparse features by themselves: what dropout of entries works on. */
export interface FeatureEntries {
  /** `1 x nnz`, in the order of the matrix. */
  readonly values: Tensor;
  /** For each entry of the transpose, the entry of the matrix that it is. */
  readonly order: IndexOperand;
}

/** Shape of sparse features. */
export interface SparseFeatureShape {
  /** One a vertex. */
  readonly rows: number;
  /** Feature width. */
  readonly cols: number;
  /** Stored entries. */
  readonly nnz: number;
}

/** Operands of sparse features: X and its transpose, which the gradient of the weights is computed with. */
export class SparseInput {
  /** X, `rows x cols`. */
  readonly matrix: SparseOperand;
  /** X transposed. */
  readonly transposed: SparseOperand;
  readonly #builder: ProgramBuilder;
  #entries: FeatureEntries | undefined;

  /** Makes both sparse operands. */
  constructor(builder: ProgramBuilder, label: string, { rows, cols, nnz }: SparseFeatureShape) {
    this.matrix = builder.sparse(label, { rows, cols, nnz, weighted: true });
    this.transposed = builder.sparse(`${label} transposed`, { rows: cols, cols: rows, nnz, weighted: true });
    this.#builder = builder;
  }

  /** The entries, made when asked for first: without dropout they take no memory. */
  entries(): FeatureEntries {
    return this.#entries ??= {
      values: this.#builder.tensor("input", `${this.matrix.label} entries`, {
        rows: 1,
        cols: this.matrix.nnz,
      }),
      order: this.#builder.index(`order of ${this.transposed.label}`, this.matrix.nnz),
    };
  }

  /** The entries, where a layer has asked for them: then they have to be bound. */
  get madeEntries(): FeatureEntries | undefined {
    return this.#entries;
  }
}

/** Sparse features on their way, before or after dropout. */
export interface SparseLayerInput {
  /** The operands. */
  readonly input: SparseInput;
  /** What dropout has left of the entries; the matrices' own values when absent. */
  readonly dropped?: {
    /** In the order of the matrix. */
    readonly values: Tensor;
    /** Emits the same entries in the order of the transpose, for the backward pass. */
    transposedValues(steps: StepEmitter): Tensor;
  };
}

/** Dense or sparse, one row a vertex. */
export type Features = Tensor | SparseLayerInput;

/** Whether features are sparse. */
export function isSparse(features: Features): features is SparseLayerInput {
  return "input" in features;
}

/** Rows and columns of features. */
export function featureShape(features: Features): { readonly rows: number; readonly cols: number } {
  return isSparse(features) ? features.input.matrix : features;
}
