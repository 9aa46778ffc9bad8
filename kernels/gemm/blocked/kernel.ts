/**
 * Kernel `blocked` of gemm.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel of gemm. */
export const blocked: KernelIdentity = {
  id: "blocked",
  mapping: {
    wasm: "B is packed into panels of 8 columns; a thread takes blocks of rows in register tiles of 6 x 8, " +
      "or, where A is transposed, parts of the terms, whose sums are added in order",
    x86:
      "B is packed into panels of 16 columns (32 with AVX-512); a thread takes blocks of rows in register " +
      "tiles of 6 x 16 (14 x 32), or, where A is transposed, parts of the terms, whose sums are added in " +
      "order",
  },
};
