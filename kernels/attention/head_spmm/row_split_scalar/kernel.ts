/**
 * Kernel `row-split-scalar` of head-spmm: the baseline of kernels that spread a weight over a vector.
 *
 * @module
 */
import type { KernelIdentity } from "../../../kernel.ts";

/** Kernel that looks up the weight of each column. */
export const rowSplitScalar: KernelIdentity = {
  id: "row-split-scalar",
  origin: { paper: "distgnn-mb", section: "Section 3.3" },
  mapping: "a thread takes blocks of rows and adds up one column after the other where the result is",
};
