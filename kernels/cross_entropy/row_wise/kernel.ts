/**
 * Kernel `row-wise` of classification losses and of their gradient.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

const common = { id: "row-wise", origin: { paper: "own", section: "" } };
const threads = "a thread takes blocks of rows; a row's classes go in vectors of four";
const machine = "a thread takes blocks of rows; a row's classes go in vectors of eight or sixteen";

/** Kernel of the losses. */
export const rowWise: KernelIdentity = {
  ...common,
  mapping: {
    wasm: threads,
    x86: machine,
    webgpu:
      "one invocation sums the exponentials of a row's scores; for labels, a second dispatch picks theirs",
  },
};

/** Kernel of the gradient. */
export const rowWiseGradient: KernelIdentity = {
  ...common,
  mapping: {
    wasm: threads,
    x86: machine,
    webgpu:
      "for labels, one invocation sums the exponentials of a row's scores; then one computes four entries " +
      "of the gradient",
  },
};
