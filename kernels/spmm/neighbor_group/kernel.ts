/**
 * Kernel `neighbor-group` of spmm: groups of a row's entries, in two phases.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel `neighbor-group`. The result has the same bits in every run. */
export const neighborGroup: KernelIdentity = {
  id: "neighbor-group",
  origin: { paper: "eppgcn", section: "Figure 2" },
  mapping: {
    wasm:
      "a thread takes blocks of neighbour groups; a row's first group writes the row, its others partial " +
      "rows, which a second phase adds in order, in waves of at most 8 MiB (a thread stands for many warps)",
    x86: "as on wasm, a group in passes of up to eight accumulators of eight or sixteen columns",
    webgpu: "a group of neighbours is one work item; partial sums of a row are added in a second pass",
  },
};
