/**
 * Problem and operands of sums of entries over rows and over columns.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { DeviceMatrix } from "../../../hardware/dense.ts";
import type { DeviceBuffer } from "../../../hardware/device.ts";
import type { WasmBuffer } from "../../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../../operation.ts";

/**
 * Gradient of the scores, given that of their sums: `to[v, h] = sum of entries[e, h] over row v` (0 where v
 * is not a row), `to[v, H + h] = sum of entries[e, h] over column v`.
 */
export interface EntrySumsProblem {
  /** Sparse matrix of which only the pattern is read, not the values. */
  readonly matrix: CsrMatrix;
  /** Transpose of `matrix`. */
  readonly transposed: CsrMatrix;
  /** Position in `matrix` of each entry of `transposed`. */
  readonly order: Uint32Array;
  /** Gradient of the sums of scores, `nnz x heads`. */
  readonly entries: HostNumbers;
  /** Number of heads, H. */
  readonly heads: number;
}

/** Operands of `entry-sums`. */
export interface EntrySumsOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** Sparse matrix, on the host. */
  readonly matrix: CsrMatrix;
  /** Transpose of `matrix`, on the host. */
  readonly transposed: CsrMatrix;
  /** Position in `matrix` of each entry of `transposed`, u32. */
  readonly order: B;
  /** Gradient of the sums of scores, `nnz x heads`. */
  readonly entries: DeviceMatrix<B>;
  /** Number of heads, H. */
  readonly heads: number;
  /** Gradient of the scores, `matrix.cols x 2 heads`; written by the kernel. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of `entry-sums`, by backend. */
export type EntrySumsOperandsOf = OperandsByBackend<
  EntrySumsOperands<WasmBuffer>,
  EntrySumsOperands<WebGpuBuffer>
>;
