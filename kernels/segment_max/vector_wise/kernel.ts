/**
 * Kernel `vector-wise` of segment-max and of its gradient.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel of segment-max and of segment-max-gradient. */
export const vectorWise: KernelIdentity = {
  id: "vector-wise",
  mapping: {
    wasm: "a thread takes blocks of segments' vectors of four columns, and goes down the rows of each",
    x86:
      "a thread takes blocks of segments' vectors of eight or sixteen columns, and goes down the rows of each",
    webgpu: "one invocation goes down the rows of a segment with four columns of it",
  },
};
