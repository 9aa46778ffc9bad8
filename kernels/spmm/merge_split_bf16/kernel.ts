/**
 * Kernel `merge-split-bf16` of spmm: merge-split over features of half the bytes.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/**
 * Kernel `merge-split-bf16`: {@linkcode mergeSplit} over X in bf16, rounded once when it is staged; products,
 * sums and Y are float32. Its rows state the error that the rounding makes.
 */
export const mergeSplitBf16 = {
  id: "merge-split-bf16",
  mapping: {
    webgpu:
      "as merge-split, over features rounded to bf16, eight to a load of 16 bytes where rows have whole eights",
  },
  features: "bf16",
} as const satisfies KernelIdentity;
