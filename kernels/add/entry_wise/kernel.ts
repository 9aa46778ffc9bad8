/**
 * Kernel `entry-wise` of linear combinations.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel that computes vectors of four entries. */
export const entryWise: KernelIdentity = {
  id: "entry-wise",
  mapping: {
    wasm: "a thread takes blocks of vectors of four entries",
    x86: "a thread takes blocks of groups of four vectors of eight or sixteen entries",
    webgpu: "one invocation computes a vector of four entries",
  },
};
