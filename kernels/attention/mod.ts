/**
 * Attention over the entries of a sparse matrix, with several heads: scores, softmax, weighted sums, and
 * their gradients.
 *
 * @module
 */
export type {
  BlockDiagonalGradientProblem,
  BlockDiagonalOperands,
  BlockDiagonalOperandsOf,
  BlockDiagonalProblem,
  EdgeSoftmaxGradientOperands,
  EdgeSoftmaxGradientOperandsOf,
  EdgeSoftmaxGradientProblem,
  EdgeSoftmaxOperands,
  EdgeSoftmaxOperandsOf,
  EdgeSoftmaxProblem,
  EntrySumsOperands,
  EntrySumsOperandsOf,
  EntrySumsProblem,
  HeadSddmmOperands,
  HeadSddmmOperandsOf,
  HeadSddmmProblem,
  HeadShape,
  HeadSpmmOperands,
  HeadSpmmOperandsOf,
  HeadSpmmProblem,
} from "./attention.ts";
export { blockDiagonal, blockDiagonalGradient } from "./block_diagonal.ts";
export { edgeSoftmax, edgeSoftmaxGradient } from "./edge_softmax.ts";
export { entrySums } from "./entry_sums.ts";
export { headSddmm } from "./head_sddmm.ts";
export { headSpmm } from "./head_spmm.ts";
