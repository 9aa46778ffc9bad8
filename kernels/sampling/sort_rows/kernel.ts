/**
 * Sort of a block's rows by local id, the last step of a layer, which also reports the block's sizes.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/** Approximate cost of sorting an entry, in steps of the sort. */
export const WORK_AN_ENTRY = 16;

/** Kernel `sort-rows`. Values are sorted along with their columns. */
export const sortRows: KernelIdentity = {
  id: "sort-rows",
  mapping: {
    wasm: "threads take blocks of 256 rows and sort each by Shell's sort",
    webgpu:
      "one invocation sorts a row by Shell's sort; where rows can have more than 64 entries, one workgroup by " +
      "counting smaller entries, rows longer than it by a bitonic network",
  },
};
