/**
 * Kernel `entry-wise` of Adam.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel that updates vectors of four entries. */
export const entryWise: KernelIdentity = {
  id: "entry-wise",
  mapping: {
    wasm: "a thread takes blocks of vectors of four entries",
    x86: "a thread takes blocks of groups of four vectors of eight or sixteen entries",
    webgpu: "one invocation updates a vector of four entries",
  },
};
