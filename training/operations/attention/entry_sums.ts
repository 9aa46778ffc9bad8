/**
 * Operation `entry-sums`: sums the numbers of entries over rows and over columns, the gradient of scores.
 *
 * @module
 */
import type { EntrySumsOperands, EntrySumsProblem } from "../../../kernels/attention/mod.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../../program/tensor.ts";
import type { MatrixRead, OperationRules } from "../rules/operation_rules.ts";
import { tensorBytes } from "../rules/traffic.ts";
import { plural } from "../../../platform/text/plural.ts";

/**
 * Step `out[v, h]` = sum of `entries[e, h]` over row v (0 where v is no row), `out[v, H + h]` = the same over
 * column v.
 */
export interface EntrySumsStep {
  /** Name of the operation. */
  readonly op: "entry-sums";
  /** Sparse matrix, `rows x cols`. */
  readonly matrix: SparseOperand;
  /** Transposed sparse matrix, `cols x rows`. */
  readonly transposed: SparseOperand;
  /** Place in `matrix` of each entry of `transposed`. */
  readonly order: IndexOperand;
  /** Number H of heads. */
  readonly heads: number;
  /** Numbers of the entries, `nnz x H`. */
  readonly entries: Tensor;
  /** Result, `cols x 2 H`. */
  readonly out: Tensor;
}

/** Rules of {@linkcode EntrySumsStep}. */
export const entrySums: OperationRules<EntrySumsStep, EntrySumsOperands, EntrySumsProblem> = {
  phase: "aggregation",
  weight: "heavy",
  writes: "all",
  inputs: ({ entries }) => [entries],
  shape({ matrix, transposed, order, heads, entries }, check) {
    const { rows, cols, nnz } = transposed;
    const fits = rows === matrix.cols && cols === matrix.rows && nnz === matrix.nnz;
    check.that(
      fits,
      transposed,
      `${matrix.cols} x ${matrix.rows} with ${plural(matrix.nnz, "entry", "entries")}`,
    );
    check.order(order, matrix);
    check.perEntry(entries, { matrix, heads });
    return { rows: matrix.cols, cols: 2 * heads };
  },
  matrices: ({ matrix, transposed }) =>
    (matrix === transposed ? [matrix] : [matrix, transposed])
      .map((operand): MatrixRead => ({ operand, part: "pattern" })),
  indices: ({ order, entries }) => [{ operand: order, below: entries.rows, distinct: false }],
  operands: ({ matrix, transposed, order, heads, entries, out }, at) => ({
    matrix: at.sparse(matrix),
    transposed: at.sparse(transposed),
    order: at.index(order),
    entries: at.matrix(entries),
    heads,
    output: at.matrix(out),
  }),
  problem: ({ matrix, transposed, order, heads, entries }, given) => ({
    matrix: given.sparse(matrix),
    transposed: given.sparse(transposed),
    order: given.list(order),
    entries: given.numbers(entries),
    heads,
  }),
  work({ matrix, transposed, order, entries, out }, denseBytes) {
    // The columns of the transpose are not read: the order holds the places of its entries.
    const structure = 4 * (matrix.rows + transposed.rows + 2 + order.length);
    return {
      multiplyAdds: 0,
      compulsoryBytes: structure + denseBytes,
      bytesWithoutReuse: structure + 2 * tensorBytes(entries) + tensorBytes(out),
    };
  },
};
