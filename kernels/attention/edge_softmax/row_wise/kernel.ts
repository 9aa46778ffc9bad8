/**
 * Kernel `row-wise` of edge-softmax and of its gradient.
 *
 * @module
 */
import type { KernelIdentity } from "../../../kernel.ts";

const wasm = "a thread takes blocks of rows; four heads of a row's entries go in vectors";
/** Start of the mapping on an adapter. */
const shared =
  "neighbouring lanes share a row, or up to 256 entries of a longer one, and a head, and meet at ";
const x86 = "a thread takes blocks of rows; four, eight or sixteen heads of a row's entries go in vectors";

/** Kernel of edge-softmax. */
export const rowWise: KernelIdentity = {
  id: "row-wise",
  mapping: {
    wasm,
    x86,
    webgpu: `${shared}their maximum and sum; a workgroup puts those of a long row together`,
  },
};

/** Kernel of the gradient of the sums of scores. */
export const rowWiseGradient: KernelIdentity = {
  ...rowWise,
  mapping: { wasm, x86, webgpu: `${shared}their sum; a workgroup adds up those of a long row` },
};
