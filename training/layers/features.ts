/**
 * Features between layers: a dense tensor, or sparse features (bags of words) up to the first layer with
 * weights.
 *
 * @module
 */
import type { ProgramBuilder } from "../program/program_builder.ts";
import type { StepEmitter } from "../program/step_emitter.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../program/tensor.ts";

/** Entries of sparse features as operands, for dropout of entries. */
export interface FeatureEntries {
  /** Values of the entries, `1 x nnz`, in the order of the matrix. */
  readonly values: Tensor;
  /** Place in the matrix of each entry of the transpose. */
  readonly order: IndexOperand;
}

/** Shape of sparse features. */
export interface SparseFeatureShape {
  /** Rows, one a vertex. */
  readonly rows: number;
  /** Feature width. */
  readonly cols: number;
  /** Stored entries. */
  readonly nnz: number;
}

/** Operands of sparse features: X and its transpose, which the gradient of the weights uses. */
export class SparseInput {
  /** Sparse matrix X, `rows x cols`. */
  readonly matrix: SparseOperand;
  /** Transpose of X. */
  readonly transposed: SparseOperand;
  readonly #builder: ProgramBuilder;
  #entries: FeatureEntries | undefined;

  /** Creates both sparse operands. */
  constructor(builder: ProgramBuilder, label: string, { rows, cols, nnz }: SparseFeatureShape) {
    this.matrix = builder.sparse(label, { rows, cols, nnz, weighted: true });
    this.transposed = builder.sparse(`${label} transposed`, { rows: cols, cols: rows, nnz, weighted: true });
    this.#builder = builder;
  }

  /** Entries, made at the first use: without dropout they take no memory. */
  entries(): FeatureEntries {
    return this.#entries ??= {
      values: this.#builder.tensor("input", `${this.matrix.label} entries`, {
        rows: 1,
        cols: this.matrix.nnz,
      }),
      order: this.#builder.index(`order of ${this.transposed.label}`, this.matrix.nnz),
    };
  }

  /** Entries, if a layer has used them and they have to be bound. */
  get madeEntries(): FeatureEntries | undefined {
    return this.#entries;
  }
}

/** Sparse features as a layer's input, before or after dropout. */
export interface SparseLayerInput {
  /** Operands of the features. */
  readonly input: SparseInput;
  /** Values after dropout; the matrices' own values by default. */
  readonly dropped?: {
    /** Values in the order of the matrix. */
    readonly values: Tensor;
    /** Emits the same values in the order of the transpose, for the backward pass. */
    transposedValues(steps: StepEmitter): Tensor;
  };
}

/** Dense or sparse features, one row a vertex. */
export type Features = Tensor | SparseLayerInput;

/** Reports whether features are sparse. */
export function isSparse(features: Features): features is SparseLayerInput {
  return "input" in features;
}

/** Rows and columns of features. */
export function featureShape(features: Features): { readonly rows: number; readonly cols: number } {
  return isSparse(features) ? features.input.matrix : features;
}
