/**
 * Kernel `row-wise` of tanh-gate and of its gradient.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel of tanh-gate. */
export const rowWise: KernelIdentity = {
  id: "row-wise",
  mapping: {
    wasm: "a thread takes blocks of rows; a row's columns go in vectors of four",
    x86: "a thread takes blocks of rows; a row's columns go in vectors of eight or sixteen",
    webgpu: "one invocation computes a vector of four entries",
  },
};

/** Kernel of the gradient of the scores. */
export const rowWiseGradient: KernelIdentity = {
  ...rowWise,
  mapping: {
    wasm: "a thread takes blocks of rows; a row's columns go in vectors of four",
    x86: "a thread takes blocks of rows; a row's columns go in vectors of eight or sixteen",
    webgpu: "one invocation goes along a row",
  },
};
