/**
 * Kernel `row-copy` of gather-rows and of scatter-rows.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

const common = { id: "row-copy", origin: { paper: "own", section: "" } };

/** Kernel of gather-rows. */
export const gatherCopy: KernelIdentity = {
  ...common,
  mapping: {
    wasm: "a thread takes blocks of rows of Y and copies each from where its index says",
    x86: "a thread takes blocks of rows of Y and copies each from where its index says",
    webgpu: "one invocation copies a vector of four entries of Y from the row that its index says",
  },
};

/** Kernel of scatter-rows. */
export const scatterCopy: KernelIdentity = {
  ...common,
  mapping: {
    wasm:
      "a thread takes blocks of rows of Y and clears them; then blocks of rows of X, copied to their places",
    x86: "a thread takes blocks of Y and clears them; then blocks of rows of X, copied to their places",
    webgpu:
      "Y is cleared; one invocation copies a vector of four entries of X to the row that its index says",
  },
};
