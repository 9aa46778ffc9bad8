/**
 * Kernel `column-wise` of block-diagonal-gradient.
 *
 * @module
 */
import type { KernelIdentity } from "../../../kernel.ts";

/** Kernel whose threads write columns of the gradient of the vectors. */
export const columnWise: KernelIdentity = {
  id: "column-wise",
  mapping: {
    wasm: "a thread takes blocks of columns of the result",
    x86: "a thread takes blocks of columns of the result",
    webgpu: "one invocation writes an entry of the result",
  },
};
