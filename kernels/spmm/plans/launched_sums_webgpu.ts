/**
 * Work of a sparse product by which tuned parameters of its launches are looked up.
 *
 * @module
 */
import { paddedStride } from "../../../hardware/dense.ts";
import type { LaunchedSums } from "../../../hardware/tuning.ts";
import type { SpmmOperandsOf } from "../spmm.ts";

/** The work of a kernel's operands: columns of X, padded to vectors of four, and its bytes as float32. */
export function launchedSums(kernel: string): (operands: SpmmOperandsOf["webgpu"]) => LaunchedSums {
  return ({ x: { rows, cols } }) => {
    const columns = paddedStride(cols);
    return { kernel, columns, bytes: 4 * columns * rows };
  };
}
