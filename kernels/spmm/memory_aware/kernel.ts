/**
 * Kernel `memory-aware` of spmm: fastgl's aggregation with staged weights.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/**
 * Kernel `memory-aware`: blocks of targets and features whose sums and weights lie in scratch memory. The
 * backward pass is the same kernel on the transposed matrix.
 */
export const memoryAware: KernelIdentity = {
  id: "memory-aware",
  origin: { paper: "fastgl", section: "equation 4" },
  mapping: {
    wasm:
      "a thread takes blocks of 8 targets x 32 features; partial sums live in registers within a chunk of " +
      "64 weights a target, and with the staged weights in scratch memory between chunks (on a CPU an " +
      "analogue: its caches do by themselves what shared memory does on a GPU, so that staging can only " +
      "cost)",
    x86:
      "a thread takes blocks of 8 targets x 32 features; partial sums live in registers within a chunk of " +
      "64 weights a target, and with the staged weights on the thread's stack between chunks (on a CPU an " +
      "analogue, as on wasm)",
    webgpu: "one invocation a target and feature, partial sums and weights in workgroup memory",
  },
};
