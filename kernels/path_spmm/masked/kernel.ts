/**
 * Kernel `masked` of path-spmm: the if-else baseline, the whole graph's product with a test of every row and
 * entry.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel of path-spmm. */
export const masked: KernelIdentity = {
  id: "masked",
  origin: { paper: "eppgcn", section: "Figure 7" },
  mapping: {
    wasm: "a thread takes blocks of all rows, tests each row, and each entry of a row that passes",
    x86:
      "a thread takes blocks of all rows, tests each row, and each entry of a row that passes; requests ahead " +
      "are for rows of X that pass",
    webgpu: "a group of the whole graph's entries is one work item, which tests its row and then each entry",
  },
};
