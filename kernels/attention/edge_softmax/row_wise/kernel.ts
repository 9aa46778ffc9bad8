/**
 * Kernel `row-wise` of edge-softmax and of its gradient.
 *
 * @module
 */
import type { KernelIdentity } from "../../../kernel.ts";

const wasm = "a thread takes blocks of rows; four heads of a row's entries go in vectors";
const x86 = "a thread takes blocks of rows; four, eight or sixteen heads of a row's entries go in vectors";

/** Kernel of edge-softmax. */
export const rowWise: KernelIdentity = {
  id: "row-wise",
  mapping: {
    wasm,
    x86,
    webgpu: "neighbouring lanes share a row and head, and meet at its maximum and its sum",
  },
};

/** Kernel of the gradient of the sums of scores. */
export const rowWiseGradient: KernelIdentity = {
  ...rowWise,
  mapping: { wasm, x86, webgpu: "neighbouring lanes share a row and head, and meet at its sum" },
};
