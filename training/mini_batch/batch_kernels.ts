/**
 * Kernels of mini-batches where a user names none.
 *
 * @module
 */
import type { KernelChoices } from "../executors/kernel_choice.ts";

/**
 * Kernels for the steps of a mini-batch. A sampled row has few entries, so that row-split balances it as it
 * is; kernels that cut a matrix into equal shares would prepare them anew for every batch.
 */
export function batchKernels(chosen: KernelChoices = {}): KernelChoices {
  return { spmm: { id: "row-split" }, ...chosen };
}
