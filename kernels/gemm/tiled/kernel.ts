/**
 * Kernel `tiled` of gemm.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel `tiled`: tiles of the result in registers, with A and B staged in workgroup memory. */
export const tiled: KernelIdentity = {
  id: "tiled",
  mapping:
    "a workgroup computes 64 x 64 entries (128 x 16 where there are no more columns), an invocation 8 x 4 of them; " +
    "where A is transposed, over a part of the terms, and a last dispatch adds the parts in order",
};
