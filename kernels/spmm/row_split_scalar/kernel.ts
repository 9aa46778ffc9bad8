/**
 * Kernel `row-split-scalar` of spmm: rows by scalar loads.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel `row-split-scalar`: the simplest mapping, the baseline of the other kernels. */
export const rowSplitScalar: KernelIdentity = {
  id: "row-split-scalar",
  mapping: {
    wasm: "a thread takes blocks of rows and computes one entry of the result after the other",
    x86: "a thread takes blocks of rows and computes one entry of the result after the other",
    webgpu: "one invocation computes one entry of the result",
  },
};
