/**
 * Kernel `row-split-bf16` of spmm: row-split over features of half the bytes.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/**
 * Kernel `row-split-bf16`: X is stored as bf16, rounded once when it is staged; products, sums and Y are
 * float32. The product of rounded features is not that of {@linkcode rowSplit}, and neither a replacement nor
 * a peer of it: its rows state the error that the rounding makes.
 */
export const rowSplitBf16 = {
  id: "row-split-bf16",
  mapping: {
    x86: "as row-split, over features rounded to bf16, which are widened to float32 as they are loaded",
    webgpu:
      "as row-split, over features rounded to bf16, eight to a load of 16 bytes where rows have whole eights",
  },
  features: "bf16",
} as const satisfies KernelIdentity;
