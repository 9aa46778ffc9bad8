/**
 * Kernel `naive` of gemm: the simplest correct one, and the baseline of the others.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel of gemm. */
export const naive: KernelIdentity = {
  id: "naive",
  mapping: {
    wasm: "a thread takes blocks of rows and computes one entry of the result after the other",
    x86: "a thread takes blocks of rows and computes one entry of the result after the other",
    webgpu: "one invocation computes one entry of the result",
  },
};
