/**
 * Kernel `naive-rmw` of spmm: aggregation with its sums in memory.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel `naive-rmw`, whose accesses equation 3 of fastgl counts: the paper's baseline of `memory-aware`. */
export const naiveRmw: KernelIdentity = {
  id: "naive-rmw",
  origin: { paper: "fastgl", section: "equation 3" },
  mapping: {
    wasm: "a thread takes blocks of rows; each neighbour reads the row's whole sum and writes it back " +
      "(on a CPU an analogue: the sum then lies in the first cache, where a GPU's lies in global memory)",
    x86: "a thread takes blocks of rows; each neighbour reads the row's whole sum and writes it back, by " +
      "vectors of eight or sixteen columns (on a CPU an analogue, as on wasm)",
    webgpu: "one invocation a target and feature, its sum read and written in global memory",
  },
};
