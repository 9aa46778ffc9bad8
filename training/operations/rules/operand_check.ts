/**
 * Comparison of the operands of one step with each other.
 *
 * @module
 */
import { UsageError } from "../../../platform/errors.ts";
import {
  type IndexOperand,
  shapeText,
  type SparseOperand,
  type Tensor,
  type TensorShape,
} from "../../program/tensor.ts";

/** A matrix whose entries have a number for each head. */
interface HeadedMatrix {
  readonly matrix: SparseOperand;
  readonly heads: number;
}

/** Compares operands on behalf of an action, which its errors name: `emit gemm in layer 1`. */
export class OperandCheck {
  readonly #action: string;

  /** Compares for the action. */
  constructor(action: string) {
    this.#action = action;
  }

  /**
   * Refuses an operand.
   *
   * @throws {UsageError} with the action, the operand's shape and the one that is wanted, where the condition
   * does not hold.
   */
  that(holds: boolean, operand: TensorShape & { readonly label: string }, wanted: string): void {
    if (holds) return;
    throw new UsageError({
      action: this.#action,
      current: shapeText(operand),
      wanted,
      next: "compare the widths of neighbouring layers, and the adjacency with the rows of its features",
    });
  }

  /** Two tensors of one shape. */
  same(a: Tensor, b: Tensor): void {
    this.that(a.rows === b.rows && a.cols === b.cols, b, `the shape of ${shapeText(a)}`);
  }

  /** A number for each column. */
  bias(bias: Tensor | undefined, cols: number): void {
    if (bias) this.that(bias.rows === 1 && bias.cols === cols, bias, `1 x ${cols}, a number for each column`);
  }

  /** A column with a score for each row of x. */
  scores(scores: Tensor, x: Tensor): void {
    this.that(scores.rows === x.rows && scores.cols === 1, scores, `${x.rows} x 1, a score for each row`);
  }

  /** Columns that belong to heads: as many for each. */
  heads(heads: number, x: Tensor): void {
    this.that(heads >= 1 && x.cols % heads === 0, x, `a multiple of ${heads} columns, as many for each head`);
  }

  /** Rows that a sparse matrix multiplies. */
  multiplied(x: Tensor, matrix: SparseOperand): void {
    this.that(x.rows === matrix.cols, x, `${matrix.cols} rows, to go with ${shapeText(matrix)}`);
  }

  /** Two scores for each vertex and head. */
  perVertex(scores: Tensor, { matrix, heads }: HeadedMatrix): void {
    const { rows, cols } = matrix;
    this.that(rows <= cols, matrix, `at most ${cols} rows, which are the first columns`);
    this.that(scores.rows === cols && scores.cols === 2 * heads, scores, `${cols} x ${2 * heads}`);
  }

  /** A number for each entry and head. */
  perEntry(entries: Tensor, { matrix: { nnz }, heads }: HeadedMatrix): void {
    const wanted = `${nnz} x ${heads}, a number for each entry and head`;
    this.that(entries.rows === nnz && entries.cols === heads, entries, wanted);
  }

  /** A list with as many places as there are entries. */
  order(order: IndexOperand, { nnz }: SparseOperand): void {
    this.length(order, nnz, "a place for each entry");
  }

  /** A list of a length. */
  length({ label, length }: IndexOperand, wanted: number, meaning: string): void {
    this.that(length === wanted, { label, rows: length, cols: 1 }, `${wanted} x 1, ${meaning}`);
  }
}
