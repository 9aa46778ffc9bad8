/**
 * Kernel `neighbor-group-cas` of spmm: groups of a row add to it by compare-exchange.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel `neighbor-group-cas`. The order of the additions, and so the rounding, varies from run to run. */
export const neighborGroupCas: KernelIdentity = {
  id: "neighbor-group-cas",
  origin: { paper: "eppgcn", section: "Figure 2" },
  mapping: {
    wasm:
      "a thread takes blocks of neighbour groups; a group that shares its row sums in scratch memory and " +
      "adds each column by compare-exchange of the float's bits (a thread stands for many warps: " +
      "fewer collide)",
    x86: "as on wasm, a group in passes of up to eight or sixteen accumulators, its sums on the stack",
    webgpu: "a group of neighbours is one work item; groups of a row add to it by compare-exchange",
  },
};
