/**
 * Random-walk sampling: each destination keeps the vertices that short walks from it visit most.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel `random-walk`. It takes the same walks as the sampler on the host. */
export const randomWalk: KernelIdentity = {
  id: "random-walk",
  origin: { paper: "fastgl", section: "Table 7" },
  mapping: {
    wasm:
      "threads take blocks of 256 destinations: they walk, sort the visits and keep the most visited in " +
      "slots of the block, wait while one adds up, and move the blocks together",
    webgpu: "one invocation a destination walks, sorts the visits in private memory and keeps the most " +
      "visited in slots of the row; then workgroups add up what those before them kept, and one invocation " +
      "a row moves its slots to their place",
  },
};
