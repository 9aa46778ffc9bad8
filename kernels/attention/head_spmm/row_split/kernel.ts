/**
 * Kernel `row-split` of head-spmm: row-split SpMM whose weight changes from head to head.
 *
 * @module
 */
import type { KernelIdentity } from "../../../kernel.ts";

/** Kernel that spreads a weight over vectors of columns. */
export const rowSplit: KernelIdentity = {
  id: "row-split",
  mapping: {
    wasm: "a thread takes blocks of rows; a row's columns go in passes through up to eight vector " +
      "accumulators, heads of one weight",
    x86:
      "a thread takes blocks of rows; a row's columns go in passes of up to eight accumulators of eight or " +
      "sixteen columns, in whose lanes the weights of heads are spread, with requests ahead for rows of X",
    webgpu:
      "one invocation computes a vector of four columns of a row, or of up to 256 entries of a longer one; " +
      "neighbours share the row; a second pass adds up the sums of long rows, in their order",
  },
};
