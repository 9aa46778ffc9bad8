/**
 * Kernel `row-wise` of entry-sums.
 *
 * @module
 */
import type { KernelIdentity } from "../../../kernel.ts";

/** Kernel that sums rows of the matrix and rows of its transpose. */
export const rowWise: KernelIdentity = {
  id: "row-wise",
  mapping: {
    wasm: "a thread takes blocks of vertices and sums the row and the column of each, four heads in a vector",
    x86:
      "a thread takes blocks of vertices and sums the row and the column of each, four, eight or sixteen heads " +
      "in a vector",
    webgpu:
      "neighbouring lanes share a row or column, or up to 256 entries of a longer one, and a head, and meet at " +
      "their sum; a workgroup adds up those of a row",
  },
};
