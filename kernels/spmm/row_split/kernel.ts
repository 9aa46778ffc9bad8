/**
 * Kernel `row-split` of spmm: rows by vectors of four columns.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Kernel `row-split`. The name of the mapping is that of Yang, Buluc and Owens (Euro-Par 2018). */
export const rowSplit: KernelIdentity = {
  id: "row-split",
  mapping: {
    wasm:
      "a thread takes blocks of rows; a row's columns go in passes of 32 through eight vector accumulators",
    x86:
      "a thread takes blocks of rows; a row's columns go in passes of up to eight accumulators of eight or " +
      "sixteen columns, with requests ahead for rows of X",
    webgpu: "neighbouring lanes share a row and stride over its columns, two or four at a time",
  },
};
