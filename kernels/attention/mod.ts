/**
 * Attention over the entries of a sparse matrix, with several heads: scores, softmax, weighted sums, and
 * their gradients.
 *
 * @module
 */
export type { HeadShape } from "./attention.ts";
export * from "./block_diagonal/mod.ts";
export * from "./edge_softmax/mod.ts";
export * from "./entry_sums/mod.ts";
export * from "./head_sddmm/mod.ts";
export * from "./head_spmm/mod.ts";
