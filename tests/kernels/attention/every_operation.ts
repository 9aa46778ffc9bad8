/**
 * A problem of every operation of attention, for tests.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import {
  blockDiagonal,
  blockDiagonalGradient,
  edgeSoftmax,
  edgeSoftmaxGradient,
  entrySums,
  headSddmm,
  type HeadShape,
  headSpmm,
} from "../../../kernels/attention/mod.ts";
import type { Operation } from "../../../kernels/operation.ts";
import { uniforms } from "../every_backend.ts";
import { productProblems, softmaxProblem, sumsProblem } from "./random_patterns.ts";

/** Operation of attention. */
// deno-lint-ignore no-explicit-any
export type AnyOperation = Operation<any, any>;

/** All operations of attention. */
export const OPERATIONS: readonly AnyOperation[] = [
  ...[blockDiagonal, blockDiagonalGradient, edgeSoftmax, edgeSoftmaxGradient],
  ...[entrySums, headSddmm, headSpmm],
];

/** A problem of every operation, two of those with an order. */
export function problemsOf(
  matrix: CsrMatrix,
  shape: HeadShape,
): readonly (readonly [AnyOperation, unknown])[] {
  const { heads, headWidth } = shape, width = heads * headWidth;
  const softmax = softmaxProblem(matrix, heads), products = productProblems(matrix, shape);
  return [
    [blockDiagonal, { vectors: uniforms(2 * width, 8), ...shape }],
    [blockDiagonalGradient, { gradient: uniforms(2 * heads * width, 9), ...shape }],
    [edgeSoftmax, softmax],
    [edgeSoftmaxGradient, softmax],
    [entrySums, sumsProblem(matrix, heads)],
    [headSddmm, products.entries],
    [headSpmm, products.forward],
    [headSpmm, products.backward],
  ];
}

/** Heads and head widths that fill vectors, parts of them, and several. */
export const SHAPES: readonly HeadShape[] = [
  ...[[1, 1], [1, 7], [2, 3], [3, 1], [3, 5], [4, 4], [5, 2], [6, 6], [7, 1], [8, 8], [9, 3], [12, 2], [
    13,
    1,
  ]],
  ...[[16, 4], [17, 5], [20, 12], [2, 17], [1, 100], [3, 33], [2, 128]],
].map(([heads, headWidth]) => ({ heads, headWidth }));
