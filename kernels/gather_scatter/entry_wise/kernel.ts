/**
 * Kernel `entry-wise` of gather-entries.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel that computes vectors of four entries. */
export const entryWise: KernelIdentity = {
  id: "entry-wise",
  mapping: {
    wasm: "a thread takes blocks of vectors of four entries of y",
    x86:
      "a thread takes blocks of vectors of eight or sixteen entries of y, or, without an index, of groups of four",
    webgpu: "one invocation computes a vector of four entries of y",
  },
};
