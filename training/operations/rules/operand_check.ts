/**
 * Checks that the operands of one step match each other.
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
import { plural } from "../../../platform/text/plural.ts";

/** Matrix whose entries have a number for each head. */
interface HeadedMatrix {
  readonly matrix: SparseOperand;
  readonly heads: number;
}

/** Checks of operands on behalf of an action, which the errors name: `emit gemm in layer 1`. */
export class OperandCheck {
  readonly #action: string;

  /** Creates the checks of an action. */
  constructor(action: string) {
    this.#action = action;
  }

  /**
   * Checks a condition on an operand.
   *
   * @throws {UsageError} with the action, the operand's shape and the wanted one, where the condition does
   * not hold.
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

  /** Checks that two tensors have the same shape. */
  same(a: Tensor, b: Tensor): void {
    this.that(a.rows === b.rows && a.cols === b.cols, b, `the shape of ${shapeText(a)}`);
  }

  /** Checks that a bias has a number for each column. */
  bias(bias: Tensor | undefined, cols: number): void {
    if (bias) this.that(bias.rows === 1 && bias.cols === cols, bias, `1 x ${cols}, a number for each column`);
  }

  /** Checks that scores are a column with a number for each row of x. */
  scores(scores: Tensor, x: Tensor): void {
    this.that(scores.rows === x.rows && scores.cols === 1, scores, `${x.rows} x 1, a score for each row`);
  }

  /** Checks that the columns divide evenly into heads. */
  heads(heads: number, x: Tensor): void {
    this.that(
      heads >= 1 && x.cols % heads === 0,
      x,
      `a multiple of ${plural(heads, "column")}, as many for each head`,
    );
  }

  /** Checks that a sparse matrix can multiply the rows. */
  multiplied(x: Tensor, matrix: SparseOperand): void {
    this.that(x.rows === matrix.cols, x, `${plural(matrix.cols, "row")}, to go with ${shapeText(matrix)}`);
  }

  /** Checks that there are two scores for each vertex and head. */
  perVertex(scores: Tensor, { matrix, heads }: HeadedMatrix): void {
    const { rows, cols } = matrix;
    this.that(rows <= cols, matrix, `at most ${plural(cols, "row")}, which are the first columns`);
    this.that(scores.rows === cols && scores.cols === 2 * heads, scores, `${cols} x ${2 * heads}`);
  }

  /** Checks that there is a number for each entry and head. */
  perEntry(entries: Tensor, { matrix: { nnz }, heads }: HeadedMatrix): void {
    const wanted = `${nnz} x ${heads}, a number for each entry and head`;
    this.that(entries.rows === nnz && entries.cols === heads, entries, wanted);
  }

  /** Checks that a list has as many places as there are entries. */
  order(order: IndexOperand, { nnz }: SparseOperand): void {
    this.length(order, nnz, "a place for each entry");
  }

  /** Checks the length of a list. */
  length({ label, length }: IndexOperand, wanted: number, meaning: string): void {
    this.that(length === wanted, { label, rows: length, cols: 1 }, `${wanted} x 1, ${meaning}`);
  }
}
