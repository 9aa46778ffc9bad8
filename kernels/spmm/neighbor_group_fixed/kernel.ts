/**
 * Kernel `neighbor-group-fixed` of spmm: groups of a row add integers to it.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel `neighbor-group-fixed`, in fixed point. The result has the same bits in every run. */
export const neighborGroupFixed: KernelIdentity = {
  id: "neighbor-group-fixed",
  mapping: {
    wasm:
      "a thread takes blocks of neighbour groups; a group that shares its row sums in scratch memory and " +
      "adds each column as an integer, scaled by a power of two a row and column, that a last phase " +
      "turns into floats",
    x86: "as on wasm, a group in passes of up to eight or sixteen accumulators, its sums on the stack",
    webgpu: "a group of neighbours is one work item; groups of a row add to it by integer atomics",
  },
};
