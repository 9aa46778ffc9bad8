/**
 * Random bipartite matrices and numbers on them, for tests of attention.
 *
 * @module
 */
import fc from "fast-check";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { transpose } from "../../../graph/transpose.ts";
import type {
  EdgeSoftmaxGradientProblem,
  EntrySumsProblem,
  HeadSddmmProblem,
  HeadSpmmProblem,
} from "../../../kernels/attention/mod.ts";
import { uniforms } from "../every_backend.ts";
import { randomProblem } from "../spmm/spmm_problem.ts";

/** Matrix without values, with random columns. */
export function pattern(rows: number, cols: number, entries: (row: number) => number, seed = 1): CsrMatrix {
  return randomProblem({ rows, cols, width: 0, entries, weighted: false, seed }).matrix;
}

/**
 * Patterns of up to 40 rows and at least as many columns; rows without entries, with a few, and hubs with
 * most columns.
 */
export const patterns: fc.Arbitrary<CsrMatrix> = fc.record({
  rows: fc.nat(40),
  more: fc.nat(200),
  lengths: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9 }), fc.constant(180)), {
    minLength: 1,
    maxLength: 40,
    size: "max",
  }),
  seed: fc.nat(1000),
}).map(({ rows, more, lengths, seed }) =>
  pattern(rows, rows + more, (row) => lengths[row % lengths.length], seed)
);

/** Numbers of heads and their widths: the paper's, one, no multiples of 4, and arbitrary ones. */
export const headShapes: fc.Arbitrary<{ heads: number; headWidth: number }> = fc.oneof(
  fc.constantFrom({ heads: 8, headWidth: 8 }, { heads: 1, headWidth: 7 }, { heads: 16, headWidth: 4 }),
  fc.record({ heads: fc.integer({ min: 1, max: 16 }), headWidth: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ heads: fc.integer({ min: 1, max: 3 }), headWidth: fc.integer({ min: 21, max: 64 }) }),
);

/**
 * Problem of a softmax and its gradient, with random numbers for the attention, whose gradient is defined for
 * any numbers.
 */
export function softmaxProblem(matrix: CsrMatrix, heads: number, spread = 2): EdgeSoftmaxGradientProblem {
  const entries = matrix.colIdx.length * heads;
  return {
    matrix,
    heads,
    negativeSlope: 0.2,
    scores: uniforms(2 * matrix.cols * heads, 1).map((score) => spread * score),
    attention: uniforms(entries, 2),
    gradient: uniforms(entries, 3),
  };
}

/**
 * Problems of both products of a matrix, one of them with the transpose and attention in the order of the
 * matrix.
 */
export function productProblems(
  matrix: CsrMatrix,
  { heads, headWidth }: { heads: number; headWidth: number },
): {
  readonly forward: HeadSpmmProblem;
  readonly backward: HeadSpmmProblem;
  readonly entries: HeadSddmmProblem;
} {
  const { transposed, order } = transposeOf(matrix), width = heads * headWidth;
  const attention = uniforms(matrix.colIdx.length * heads, 4), shape = { heads, headWidth };
  const x = uniforms(matrix.cols * width, 5), gradient = uniforms(matrix.rows * width, 6);
  return {
    forward: { matrix, attention, x, ...shape },
    backward: { matrix: transposed, attention, order, x: gradient, ...shape },
    entries: { matrix, a: gradient, b: x, ...shape },
  };
}

/** Problem of sums of random numbers by row and column. */
export function sumsProblem(matrix: CsrMatrix, heads: number): EntrySumsProblem {
  return { matrix, ...transposeOf(matrix), heads, entries: uniforms(matrix.colIdx.length * heads, 7) };
}

/** Transpose of a matrix, and the position in the matrix of each of its entries. */
export function transposeOf(matrix: CsrMatrix): {
  readonly transposed: CsrMatrix;
  readonly order: Uint32Array;
} {
  const { values, ...transposed } = transpose({ ...matrix, values: Float32Array.from(matrix.colIdx.keys()) });
  return { transposed, order: Uint32Array.from(values!) };
}
