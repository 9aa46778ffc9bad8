/**
 * Kernel `row-split-blocked` of spmm: row-split over one block of sources after the other.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/**
 * Kernel `row-split-blocked`: the rows of X are taken in blocks that stay in a core's second cache, as in
 * DistGNN (Md et al., SC 2021) and DGL's products on the CPU. Where X fits
 * that cache, or rows have few entries in a block, it is `row-split`.
 */
export const rowSplitBlocked: KernelIdentity = {
  id: "row-split-blocked",
  origin: { paper: "own", section: "" },
  mapping: {
    x86:
      "as row-split, once for each block of rows of X that fits a quarter of the second cache, adding to Y; " +
      "one block where X fits that cache, or rows have few entries in each",
  },
};
