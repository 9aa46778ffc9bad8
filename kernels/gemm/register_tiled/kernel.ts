/**
 * Kernel `register-tiled` of gemm.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel `register-tiled`: 8 x 8 entries in registers, with the next factors on their way. */
export const registerTiled: KernelIdentity = {
  id: "register-tiled",
  origin: { paper: "own", section: "" },
  mapping:
    "an invocation computes 8 x 8 entries, a workgroup 128 x 128 (256 rows of up to 64 columns where there are no more); " +
    "the next slice of A and B is loaded during the products of this one; " +
    "where A is transposed, over a part of the terms, and a last dispatch adds the parts in order",
};
