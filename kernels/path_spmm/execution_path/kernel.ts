/**
 * Kernel `execution-path` of path-spmm: the rows and entries of the path alone.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel of path-spmm. */
export const executionPath: KernelIdentity = {
  id: "execution-path",
  origin: { paper: "eppgcn", section: "Algorithm 2" },
  mapping: {
    wasm:
      "a thread takes blocks of the path's rows; it gathers the rows of X that are not zero and writes those of Y",
    x86:
      "a thread takes blocks of the path's rows; it gathers the rows of X that are not zero, with requests " +
      "ahead, and writes those of Y",
    webgpu:
      "a group of the path's entries is one work item; partial sums of a row are added in a second pass",
  },
};
