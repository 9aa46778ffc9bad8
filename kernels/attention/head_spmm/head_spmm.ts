/**
 * Problem and operands of sparse-times-dense multiplication with a weight for each entry and head.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { DeviceMatrix } from "../../../hardware/dense.ts";
import type { DeviceBuffer } from "../../../hardware/device.ts";
import type { WasmBuffer } from "../../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../../operation.ts";
import type { HeadShape } from "../attention.ts";

/**
 * SpMM with a weight for each head:
 * `y[r, h d + k] = sum over entries e of row r of attention[order[e], h] x[column of e, h d + k]`.
 */
export interface HeadSpmmProblem extends HeadShape {
  /** Sparse matrix of which only the pattern is read, not the values. */
  readonly matrix: CsrMatrix;
  /** Attention, `nnz x heads`. */
  readonly attention: HostNumbers;
  /**
   * Row of `attention` for each entry of `matrix`, as needed where the matrix is a transpose. The order of
   * the entries when absent.
   */
  readonly order?: Uint32Array;
  /** Features X, `matrix.cols x heads * headWidth`. */
  readonly x: HostNumbers;
}

/** Operands of `head-spmm`. */
export interface HeadSpmmOperands<B extends DeviceBuffer = DeviceBuffer> extends HeadShape {
  /** Sparse matrix, on the host. */
  readonly matrix: CsrMatrix;
  /** Attention, `nnz x heads`. */
  readonly attention: DeviceMatrix<B>;
  /** Row of `attention` for each entry, u32; the order of the entries when absent. */
  readonly order?: B;
  /** Features X, `matrix.cols x heads * headWidth`. */
  readonly x: DeviceMatrix<B>;
  /** Y, `matrix.rows x heads * headWidth`; written by the kernel. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of `head-spmm`, by backend. */
export type HeadSpmmOperandsOf = OperandsByBackend<
  HeadSpmmOperands<WasmBuffer>,
  HeadSpmmOperands<WebGpuBuffer>
>;
