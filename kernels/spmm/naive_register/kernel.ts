/**
 * Kernel `naive-register` of spmm: aggregation with its sums in registers.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel `naive-register`, as DGL-style kernels aggregate: the fair baseline of `memory-aware`. */
export const naiveRegister: KernelIdentity = {
  id: "naive-register",
  mapping: {
    wasm: "a thread takes blocks of rows; four columns of a row share a register and read all its entries, " +
      "so that columns and weights are read once for each four features (a GPU's thread has one)",
    x86: "a thread takes blocks of rows; eight or sixteen columns of a row share a register and read all " +
      "its entries, so that columns and weights are read once for each so many features",
    webgpu: "one invocation a target and feature, its sum in a register",
  },
};
