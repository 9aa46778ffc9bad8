/**
 * Kernel `entry-wise` of activations and of their gradient.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel that computes vectors of four entries. */
export const entryWise: KernelIdentity = {
  id: "entry-wise",
  mapping: {
    wasm: "a thread takes blocks of rows and computes vectors of four entries",
    x86:
      "a thread takes blocks of groups of four vectors of eight or sixteen entries, or of rows where a bias " +
      "does not repeat with the groups",
    webgpu: "one invocation computes a vector of four entries",
  },
};
