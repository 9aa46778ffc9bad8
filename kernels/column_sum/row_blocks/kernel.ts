/**
 * Kernel `row-blocks` of column-sum.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel of column-sum. */
export const rowBlocks: KernelIdentity = {
  id: "row-blocks",
  mapping: {
    wasm: "a thread takes blocks of at least 256 rows and sums each; then one adds the sums in order",
    x86: "a thread takes blocks of at least 256 rows and sums each; then one adds the sums in order",
    webgpu: "a workgroup sums a block of at least 256 rows; a second dispatch adds the sums of the blocks",
  },
};
