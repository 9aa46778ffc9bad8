/**
 * Kernel `row-split-blocked` of spmm: row-split over one block of sources after the other.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/**
 * Kernel `row-split-blocked`: the rows of X are taken in blocks that stay in a core's second cache, as in
 * DistGNN (Md et al., SC 2021) and DGL's products on the CPU. Where X fits that cache, or rows have few
 * entries in a block of about its size, it is `row-split`.
 */
export const rowSplitBlocked: KernelIdentity = {
  id: "row-split-blocked",
  mapping: {
    x86:
      "as row-split, once for each block of rows of X, adding to Y; a block takes a quarter of the second " +
      "cache, or up to twice that cache where rows have few entries; one block where X fits it",
  },
};
