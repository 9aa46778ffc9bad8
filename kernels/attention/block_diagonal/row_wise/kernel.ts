/**
 * Kernel `row-wise` of block-diagonal.
 *
 * @module
 */
import type { KernelIdentity } from "../../../kernel.ts";

/** Kernel whose threads write rows of the block-diagonal matrix. */
export const rowWise: KernelIdentity = {
  id: "row-wise",
  mapping: {
    wasm: "a thread takes blocks of rows of the result",
    x86: "a thread takes blocks of rows of the result",
    webgpu: "one invocation writes an entry of the result",
  },
};
