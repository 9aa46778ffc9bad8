/**
 * Uniform sampling: each destination keeps at most a fan-out of its in-neighbours, all equally likely.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel `uniform`. It draws the same neighbours as the sampler on the host. */
export const uniform: KernelIdentity = {
  id: "uniform",
  origin: { paper: "fastgl", section: "2.1" },
  mapping: {
    wasm: "threads take blocks of 256 destinations: they count, wait while one adds up, and draw",
    webgpu:
      "one invocation a destination: workgroups count, then each adds up what those before it counted, " +
      "and its invocations draw their rows",
  },
};
