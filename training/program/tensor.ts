/**
 * Operands of a program by their shapes: dense tensors, sparse matrices and lists of indices.
 *
 * @module
 */

/**
 * Role of a tensor. `input`, `parameter` and `moment` live as long as the program; `activation`, `gradient`
 * and `loss` from the step that writes them first to the last that reads them.
 */
export type TensorKind = "input" | "parameter" | "moment" | "activation" | "gradient" | "loss";

/** Rows and columns. */
export interface TensorShape {
  /** Number of rows. */
  readonly rows: number;
  /** Number of columns. */
  readonly cols: number;
}

/** Dense `rows x cols` matrix of float32 (float64 on the oracle), row-major. */
export interface Tensor extends TensorShape {
  /** Place in `Program.tensors`. */
  readonly id: number;
  /** Name in ledgers and error messages: `layer 1 weight`. */
  readonly label: string;
  /** Role of the tensor. */
  readonly kind: TensorKind;
}

/**
 * Shape of a sparse matrix that stays the same from step to step: the adjacency, its transpose, bag-of-words
 * features.
 */
export interface SparseOperand extends TensorShape {
  /** Place in `Program.sparse`. */
  readonly id: number;
  /** Name in error messages: `adjacency`. */
  readonly label: string;
  /** Number of stored entries. */
  readonly nnz: number;
  /** Whether entries have values; otherwise each is 1. */
  readonly weighted: boolean;
}

/**
 * List of u32 that stays the same from step to step: vertices of a set, labels, the order of a transpose's
 * entries.
 */
export interface IndexOperand {
  /** Place in `Program.indices`. */
  readonly id: number;
  /** Name in error messages: `training vertices`. */
  readonly label: string;
  /** Number of indices. */
  readonly length: number;
}

/** Formats a label and a shape: `weight 4 x 3`. */
export function shapeText({ label, rows, cols }: TensorShape & { readonly label: string }): string {
  return `${label} ${rows} x ${cols}`;
}
